// This script describes the slider-crank with play in its joints, and the ideal one beside it.
'use strict';

const Machine = (() => {
  const JOINTS = ['B', 'C', 'D'];
  const BODIES = ['crank', 'rod', 'slider'];

  // The scene of a plan as its file has it.
  function scene(plan) {
    const crank = plan.joint[0].frame_a.x, rod = plan.joint[1].frame_a.x, usual = plan.drive[0].speed;
    return {
      title: 'Slider-crank with play', model: 'group', view: 'machine', machine: true, play: null,
      host: [
        { name: 'play', label: 'Play: clearance of each joint', unit: 'm', start: 5e-4, low: 1e-6, high: 5e-3 },
        { name: 'speed', label: 'Speed of the crank', unit: 'rad/s', start: usual, low: 0.1, high: 2000 },
        { name: 'restitution', label: 'Restitution', unit: '1', start: 0.55, low: 0.01, high: 1 },
        { name: 'mass', label: 'Mass of the slider', unit: 'kg', start: plan.body[2].mass, low: 0.01, high: 100 },
      ],
      coordinates: () => [], mobility: () => ({}), main: [],
      watch: [...BODIES.flatMap((body) => [`${body}.x`, `${body}.y`, `${body}.phi`, `${body}.vx`]),
        ...JOINTS.flatMap((joint) => [`${joint}.load.fx`, `${joint}.load.fy`, `${joint}.contact.normal_force`, `${joint}.contact.penetration`]),
        'energy.bodies', 'energy.dissipated', 'energy.stored', 'energy.error'],
      limits: { step: 1e-4, scale: 0.05, steps: 'The unit moves its bodies in steps of its own inside; this is how often it is asked.' },
      sizes: { crank, rod },
      plan: (host) => changed(plan, host, crank / rod),
    };
  }

  // The plan with the reader's play, speed, restitution and mass.
  function changed(plan, host, ratio) {
    const body = plan.body.map((of) => {
      if (of.name === 'rod') {
        // The rod starts as it moves between ideal joints.
        return { ...of, start: { ...of.start, vy: 0.075 * host.speed, w: -ratio * host.speed } };
      }
      return of.name === 'slider' ? { ...of, mass: host.mass } : of;
    });
    const joint = plan.joint.map((of) => {
      const { contact, ...others } = of.parameters;
      return { ...of, parameters: { ...others, contact: { ...contact, restitution: host.restitution }, geometry: { clearance: host.play } } };
    });
    return { ...plan, body, joint, drive: [{ ...plan.drive[0], speed: host.speed }] };
  }

  // Place, velocity and acceleration of the slider of an ideal machine at a crank angle.
  function ideal(angle, speed, { crank, rod }) {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)], reach = Math.sqrt(rod * rod - crank * crank * sin * sin);
    const slope = (-crank * crank * sin * cos) / reach;
    const bend = -(crank * crank * (cos * cos - sin * sin) + slope * slope) / reach;
    return { x: crank * cos + reach, v: speed * (slope - crank * sin), a: speed * speed * (bend - crank * cos) };
  }

  return { scene, ideal };
})();
if (typeof module !== 'undefined') module.exports = Machine;
