// This script keeps the samples of a run with what follows from them, and draws the plots.
'use strict';

const Charts = (() => {
  const { element } = Controls;
  const CAPACITY = 20000; // This is four seconds of frames with eighty samples each.

  // What each plot shows: a kind, and what the kind takes.
  function plan(scene) {
    const has = (name) => scene.watch.includes(name);
    const time = (title, unit, curves) => ({ kind: 'line', title, unit, curves });
    const energy = time('Energy', 'J', [
      ...(scene.machine ? [] : [{ name: 'kinetic', label: 'kinetic', color: '--accent' }]),
      ...(has('energy.dissipated') ? [{ name: 'energy.dissipated', label: 'lost in the joint', color: '--accent-2' }] : []),
      ...(has('energy.stored') ? [{ name: 'balance', label: 'error of the balance', color: '--accent-3' }] : [])]);
    if (scene.machine) {
      const force = (joint, color) => ({ name: `${joint}.contact.normal_force`, label: joint, color });
      return [
        time('Acceleration of the slider', 'm/s2', [
          { name: 'acceleration', label: 'with play', color: '--accent' }, { name: 'ideal', label: 'ideal joints', color: '--accent-2' }]),
        time('Normal force in each joint', 'N', [force('B', '--accent'), force('C', '--accent-2'), force('D', '--accent-3')]),
        { kind: 'section', title: 'Poincaré section, once a turn' },
        { kind: 'spectrum', title: 'Spectrum of the acceleration', name: 'acceleration', unit: 'm/s2' }, energy];
    }
    const orbit = {
      round: { x: 'fx.place', y: 'fy.place', title: 'Orbit' }, space: { x: 'fx.place', y: 'fy.place', title: 'Orbit of the middle' },
      pin: { x: 'fx.place', y: 'fy.place', title: 'Orbit' },
      guide: { x: 't.place', y: 'fy.place', title: 'Height over tilt', points: true, xUnit: 'rad', yUnit: 'm' },
      shaft: { x: 'b.place', y: 'b.speed', title: 'Velocity over place of b', points: true, xUnit: scene.turns ? 'rad' : 'm', yUnit: scene.turns ? 'rad/s' : 'm/s' },
      interface: { x: 'fx.place', y: 'fx.load', title: 'Friction loop', points: true, xUnit: 'm', yUnit: 'N' },
    }[scene.view];
    const unit = scene.view === 'shaft' ? (scene.turns ? 'N.m' : 'N') : 'N';
    return [
      time('Load on the body', unit, [{ name: 'force', label: 'load', color: '--accent' },
        ...(has('film.force') ? [{ name: 'film.force', label: 'of the oil', color: '--accent-2' }] : [])]),
      ...(scene.watch.some((name) => name.endsWith('penetration'))
        ? [time('Penetration', scene.depth ?? 'm', [{ name: 'deepest', label: 'deepest', color: '--accent' }])] : []),
      { kind: 'orbit', ...orbit }, energy, { kind: 'spectrum', title: 'Spectrum of the load', name: 'force', unit }];
  }

  const ENERGIES = ['kinetic', 'potential', 'hand', 'drive', 'balance'];

  // The unit of a column: that of its variable, or its own.
  function unitOf(name, columns, row, scene) {
    const variable = columns.get(name);
    if (variable) return row(variable);
    if (ENERGIES.includes(name)) return 'J';
    const force = scene.view === 'shaft' && scene.turns ? 'N.m' : 'N';
    return { time: 's', force, deepest: scene.watch.some((of) => of.endsWith('penetration')) ? row('contact.penetration') ?? 'm' : 'm',
      acceleration: 'm/s2', ideal: 'm/s2' }[name] ?? '1';
  }

  // Keeps the samples of a scene with derived columns, and draws its plots into `place`.
  function make(place, scene, columns, { sizes, limit, span, unit }) {
    const names = [...columns.keys()];
    const derived = scene.machine ? ['acceleration', 'ideal', 'balance'] : ['force', 'deepest', 'balance'];
    const all = [...names, ...derived], series = Numbers.Series(all, CAPACITY), section = Numbers.Series(['time', 'place', 'speed'], 4000);
    const at = Object.fromEntries(names.map((name, index) => [name, index]));
    const loads = names.filter((name) => /^(f[xyz]|b)\.load$/.test(name)).map((name) => at[name]);
    const deep = names.filter((name) => name.endsWith('penetration')).map((name) => at[name]);
    const sum = (row, list) => list.reduce((total, name) => total + (name in at ? row[at[name]] : 0), 0);
    // Columns that say something: a machine that moves itself has no host, and an error needs all energies.
    const meant = all.filter((name) => !(scene.machine && ENERGIES.slice(0, 4).includes(name))
      && !(name === 'balance' && !scene.watch.includes('energy.stored')));
    let first = null, before = null, whole = new Float64Array(0);

    function derive(row) {
      if (!scene.machine) {
        const held = sum(row, ['kinetic', 'potential', 'energy.dissipated', 'energy.stored']) - sum(row, ['hand', 'drive']);
        first ??= held;
        return [Math.hypot(...loads.map((index) => row[index])), deep.length ? Math.max(0, ...deep.map((index) => row[index])) : 0, held - first];
      }
      const angle = row[at['crank.phi']], now = Machine.ideal(angle, scene.speed, sizes);
      const past = before ?? { time: NaN, speed: NaN, angle };
      const acceleration = (row[at['slider.vx']] - past.speed) / (row[0] - past.time);
      if (Math.floor(angle / (2 * Math.PI)) > Math.floor(past.angle / (2 * Math.PI))) {
        section.push([row[0], row[at['slider.x']] - now.x, row[at['slider.vx']] - now.v], 3);
      }
      before = { time: row[0], speed: row[at['slider.vx']], angle };
      return [acceleration, now.a, row[at['energy.error']]];
    }

    // Adds the samples of a run.
    function push(flat) {
      const rows = flat.length / names.length;
      if (whole.length !== rows * all.length) whole = new Float64Array(rows * all.length);
      for (let index = 0; index < rows; index += 1) {
        const row = flat.subarray(index * names.length, (index + 1) * names.length);
        whole.set(row, index * all.length);
        whole.set(derive(row), index * all.length + names.length);
      }
      if (rows) series.push(whole, all.length);
    }

    const plots = plan(scene).map((of) => {
      const canvas = element('canvas', { role: 'img', 'aria-label': `Plot: ${of.title}` });
      place.append(canvas);
      if (of.kind === 'line') return Plots.line(canvas, series, { ...of, window: span });
      if (of.kind === 'spectrum') return Plots.spectrum(canvas, series, of);
      if (of.kind === 'section') {
        return Plots.orbit(canvas, section, { title: of.title, x: 'place', y: 'speed', points: true, xUnit: 'm', yUnit: 'm/s', unit: 'm',
          xLabel: 'slider minus ideal', yLabel: 'velocity minus ideal' });
      }
      return Plots.orbit(canvas, series, { ...of, unit: of.xUnit ?? 'm', ...(!of.points && { limit }) });
    });
    return {
      series, section, push, draw: () => plots.forEach((plot) => plot.draw()),
      // After a change from outside the error of the balance begins at 0 again.
      rebase: () => { first = null; },
      csv: () => series.csv(Object.fromEntries(all.map((name) => [name, unitOf(name, columns, unit, scene)])), meant),
      last: () => Object.fromEntries(all.map((name) => [name, series.last(name)])),
    };
  }

  return { make };
})();
