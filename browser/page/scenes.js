// This script describes the rigs: which body the host moves around each joint, and which outputs are watched.
'use strict';

const Scenes = (() => {
  const { plan: textOfPlan } = typeof require === 'undefined' ? Recipe : require('./recipe.js');
  const G = 9.81;
  const plane = (name) => ({
    position: `frame_b.${name}`,
    velocity: `frame_b.${{ x: 'vx', y: 'vy', phi: 'w' }[name]}`,
    load: `load_b.${{ x: 'fx', y: 'fy', phi: 't' }[name]}`,
  });
  const space = (name) => ({
    position: name.startsWith('r') ? '' : `frame_b.${name}`,
    velocity: `frame_b.${name.startsWith('r') ? 'w' + name[1] : 'v' + name}`,
    load: `load_b.${name.startsWith('r') ? 't' + name[1] : 'f' + name}`,
  });
  const free = (inertia, weight = 0) => ({ free: { inertia, weight } });
  const steady = (speed) => ({ steady: { speed } });
  const swinging = (amplitude, pulsation) => ({ swinging: { amplitude, pulsation } });

  // The host's numbers that every rig has, with their limits; a joint adds its own.
  const MASS = { name: 'mass', label: 'Mass of the body', unit: 'kg', start: 1, low: 0.001, high: 1000 };
  const INERTIA = { name: 'inertia', label: 'Moment of inertia', unit: 'kg.m2', start: 1e-3, low: 1e-7, high: 10 };
  const WEIGHT = { name: 'gravity', label: 'Gravity', unit: 'm/s2', start: G, low: -1000, high: 1000, linear: true };
  const turning = (start, label = 'Speed of the shaft') =>
    ({ name: 'speed', label, unit: 'rad/s', start, low: -1e4, high: 1e4, linear: true });
  const FORCES = ['contact.normal_force', 'contact.penetration', 'energy.dissipated', 'energy.stored'];

  const round = (host) => [
    { ...plane('x'), ...host.from(0, 0.4 * (host.throw ?? 1)), motion: free(host.mass) },
    { ...plane('y'), ...host.from(0, -0.3 * (host.throw ?? 1)), motion: free(host.mass, -host.mass * host.gravity) },
    { ...plane('phi'), ...host.from(0, host.speed), motion: steady(host.speed) },
  ];
  const roundMobility = (host) => ({ xx: 1 / host.mass, yy: 1 / host.mass });

  const revolute = {
    model: 'revolute_clearance', view: 'round', play: 'geometry.clearance', 
    host: [MASS, WEIGHT, turning(20)], coordinates: round, mobility: roundMobility, watch: FORCES,
    limits: { step: 1e-6 }, main: ['geometry.clearance', 'contact.restitution', 'friction.kinetic', 'friction.static'],
  };
  // A scene with one coordinate on each side; its gap is `ratios` times the coordinates of b and a.
  const line = (model, [a, b], [va, vb], [la, lb], { amplitude, turns, ratios, ...more }) => ({
    model, view: 'shaft', play: 'geometry.backlash', turns, ratios, host: [
      turns ? { ...INERTIA, label: 'Inertia of b', start: 0.01 } : { ...MASS, name: 'inertia', label: 'Mass of b' },
      { name: 'amplitude', label: 'Half way of a', unit: turns ? 'rad' : 'm', start: amplitude, low: 0, high: 10 },
      turning(30, 'Angular frequency of a')],
    coordinates: (host) => [
      { position: b, velocity: vb, load: lb, ...host.from(0), motion: free(host.inertia) },
      { position: a, velocity: va, load: la, ...host.from(0), motion: swinging(host.amplitude, host.speed) },
    ],
    mobility: (host, row) => ({ '': ratios(row)[0] ** 2 / host.inertia }), watch: FORCES, limits: { step: 1e-5, scale: 5e-2 },
    main: ['geometry.backlash', 'contact.stiffness', 'contact.restitution'], ...more,
  });
  const even = () => [1, 1];
  // The gap of a mesh is along its line of action: external teeth turn against each other.
  const meshed = (row) => [(row('mesh.kind') === 'internal_teeth' ? 1 : -1) * row('mesh.radius_b'), Number(row('mesh.radius_a'))];
  const inSpace = (model, extra) => ({
    model, view: 'space', play: 'geometry.clearance',
    host: [MASS, { ...INERTIA, label: 'Moment of inertia, all axes', start: 1e-3 }, WEIGHT,
      { name: 'overhang', label: 'Overhang of the weight along the axis', unit: 'm', start: 0.02, low: -1, high: 1, linear: true }, turning(20)],
    coordinates: (host) => {
      const weight = -host.mass * host.gravity;
      return [
        { ...space('x'), ...host.from(0, 0.04), motion: free(host.mass) },
        { ...space('y'), ...host.from(0, -0.03), motion: free(host.mass, weight) },
        { ...space('z'), ...host.from(0), motion: free(host.mass) },
        { ...space('rx'), ...host.from(0), motion: free(host.inertia, -weight * host.overhang) },
        { ...space('ry'), ...host.from(0), motion: free(host.inertia) },
        { ...space('rz'), ...host.from(0, host.speed), motion: steady(host.speed) },
      ];
    },
    attitude: ['frame_b.e0', 'frame_b.e1', 'frame_b.e2', 'frame_b.e3'],
    mobility: (host) => ({ xx: 1 / host.mass, yy: 1 / host.mass, zz: 1 / host.mass,
      rxrx: 1 / host.inertia, ryry: 1 / host.inertia }),
    limits: { step: 1e-6 }, ...extra,
  });

  const ALL = {
    revolute_clearance: { ...revolute, title: 'Pin in a hole, dry' },
    oiled: { ...revolute, title: 'Pin in a hole, oiled', throw: 0.05, limits: { step: 1e-6, scale: 5e-3 }, settings: { 'film.law': 'finite', 'geometry.clearance': '5e-5' },
      watch: [...FORCES, 'film.force', 'film.eccentricity', 'film.pressure_max', 'film.thickness_min'],
      host: [{ ...MASS, start: 20 }, WEIGHT, turning(100)], main: ['geometry.clearance', 'film.viscosity', 'film.law', 'contact.restitution'] },
    worn: { ...revolute, title: 'Pin in a hole, wearing', throw: 0.2, limits: { step: 1e-6, scale: 5e-3 },
      settings: { 'build.cells': '72', 'wear.acceleration': '1e5', 'friction.kinetic': '0.1', 'friction.static': '0.1' },
      watch: [...FORCES, 'wear.depth_a', 'wear.depth_b'], host: [{ ...MASS, start: 50 }, WEIGHT, turning(50)],
      main: ['geometry.clearance', 'wear.coefficient_a', 'wear.coefficient_b', 'wear.acceleration', 'friction.kinetic'] },
    translational_clearance: {
      title: 'Slider in a guide', model: 'translational_clearance', view: 'guide', play: 'geometry.clearance',
      host: [MASS, { ...INERTIA, start: 5e-4 }, WEIGHT,
        { name: 'amplitude', label: 'Half way of the slider', unit: 'm', start: 0.02, low: 0, high: 1 }, turning(30, 'Angular frequency of the slider')],
      coordinates: (host) => [
        { ...plane('y'), ...host.from(0, -0.3), motion: free(host.mass, -host.mass * host.gravity) },
        { ...plane('phi'), ...host.from(0, 5), motion: free(host.inertia) },
        { ...plane('x'), ...host.from(0), motion: swinging(host.amplitude, host.speed) },
      ],
      mobility: (host) => ({ yy: 1 / host.mass, phiphi: 1 / host.inertia }),
      // Each corner has a contact of its own.
      watch: ['right_lower', 'left_lower', 'right_upper', 'left_upper'].flatMap((corner) => [`${corner}.normal_force`, `${corner}.penetration`])
        .concat('energy.dissipated', 'energy.stored'),
      limits: { step: 1e-6 }, main: ['geometry.clearance', 'contact.restitution', 'friction.kinetic'],
    },
    rotational_backlash: line('rotational_backlash', ['phi_a', 'phi_b'], ['w_a', 'w_b'], ['torque_a', 'torque_b'],
      { title: 'Backlash in a shaft line', amplitude: 0.02, turns: true, ratios: even }),
    translational_backlash: line('translational_backlash', ['x_a', 'x_b'], ['v_a', 'v_b'], ['force_a', 'force_b'],
      { title: 'Backlash along a line', amplitude: 0.001, turns: false, ratios: even }),
    gear_mesh: line('gear_mesh', ['phi_a', 'phi_b'], ['w_a', 'w_b'], ['torque_a', 'torque_b'],
      { title: 'Gear mesh with backlash', amplitude: 0.02, turns: true, ratios: meshed }),
    spatial_revolute: inSpace('spatial_revolute', { title: 'Hinge in space',
      watch: ['lower.normal_force', 'upper.normal_force', 'lower_face.normal_force', 'upper_face.normal_force',
        'lower.penetration', 'upper.penetration', 'contact.tilt', 'energy.dissipated', 'energy.stored'],
      main: ['geometry.clearance', 'geometry.length', 'geometry.axial_clearance', 'contact.restitution'] }),
    spherical_clearance: inSpace('spherical_clearance', { title: 'Ball joint in space', watch: FORCES,
      main: ['geometry.clearance', 'contact.restitution', 'friction.kinetic'] }),
    sliced_pin: { title: 'Long pin that bends', model: 'sliced_pin', view: 'pin', play: 'geometry.clearance', throw: 0.1,
      settings: { 'build.slices': '16' }, host: [{ ...MASS, start: 200 }, WEIGHT, turning(10)], coordinates: round,
      mobility: () => ({}), watch: ['joint.stiffness', 'contact.area', 'wear.volume'], limits: { step: 2e-6 },
      main: ['geometry.clearance', 'geometry.length', 'geometry.pin_radius', 'bending.support', 'contact.line_law'] },
    bushing: { title: 'Compliant bushing', model: 'bushing', view: 'round', play: null, host: [MASS, { ...INERTIA, start: 1e-3 }, WEIGHT],
      coordinates: (host) => [...round({ ...host, speed: 0 }).slice(0, 2), { ...plane('phi'), ...host.from(0), motion: free(host.inertia) }],
      mobility: () => ({}), watch: ['energy.dissipated', 'energy.stored'], limits: { step: 2e-6 }, main: [] },
    rough_interface: { title: 'Interface of two rough surfaces', model: 'rough_interface', view: 'interface', play: null,
      host: [{ name: 'amplitude', label: 'Half way of the sliding', unit: 'm', start: 1e-6, low: 0, high: 1 }, turning(600, 'Angular frequency of the sliding')],
      coordinates: (host) => [{ ...plane('x'), ...host.from(0), motion: swinging(host.amplitude, host.speed) }],
      mobility: () => ({}), watch: ['contact.normal_force', 'contact.tangential_force', 'energy.dissipated'], limits: { step: 1e-5, scale: 5e-3 }, main: ['clamp.force', 'friction.coefficient', 'interface.model'] },
  };

  // The order for a rig: `host` has the host's numbers, `settings` those of the joint, `places` the place and velocity of
  // each coordinate to start with, where they are not the scene's own, and `row` the value of a parameter by its name.
  function order(scene, host, settings, { places = [], row = () => NaN } = {}) {
    let index = 0;
    const from = (start, speed = 0) => {
      const [place, velocity] = places[index++] ?? [start, speed];
      return { start: place, speed: velocity };
    };
    const coordinates = scene.coordinates({ ...host, throw: scene.throw, from });
    const all = { ...scene.settings, ...settings };
    if (all['coupling.method'] === 'predicted') {
      for (const [name, value] of Object.entries(scene.mobility(host, (of) => settings[of] ?? row(of)))) {
        const mobility = name ? `coupling.mobility_${name}` : 'coupling.mobility';
        if (!(mobility in settings)) all[mobility] = String(value);
      }
    }
    return { model: scene.model, settings: all, coordinates, ...(scene.plan && { files: { group: textOfPlan(scene.plan(host)) } }),
      ...(scene.attitude && { attitude: scene.attitude }), watch: scene.watch, step: host.step };
  }

  // The names of a sample's columns, each with the variable whose unit it has.
  function columns(scene, host) {
    const coordinates = order(scene, host, {}).coordinates.flatMap(({ position, velocity, load }) => {
      const name = load.replace(/.*[._]/, '');
      return [[`${name}.place`, position], [`${name}.speed`, velocity], [`${name}.load`, load]];
    });
    return new Map([['time', null], ...coordinates, ...['kinetic', 'potential', 'hand', 'drive'].map((name) => [name, null]),
      ...(scene.attitude ?? []).map((name) => [name, name]), ...scene.watch.map((name) => [name, name])]);
  }

  // The start values of the host's numbers.
  function hostOf(scene) {
    return { ...Object.fromEntries(scene.host.map(({ name, start }) => [name, start])), step: scene.limits.step };
  }

  // Returns the reader of parameters among these rows.
  function reader(rows) {
    return (name) => rows.find((row) => row.name === name)?.start;
  }

  return { ALL, order, columns, hostOf, reader };
})();
if (typeof module !== 'undefined') module.exports = Scenes;
