// This script reads and writes the link that holds a scene, its settings, the host's numbers and the time scale.
'use strict';

const Link = (() => {
  // One millisecond takes so much of the reader's time: seconds of the machine in a second of the reader.
  const SCALES = [['2 s', 5e-4], ['200 ms', 5e-3], ['20 ms', 5e-2], ['5 ms', 0.2], ['1 ms: real time', 1]];
  const usualScale = (scene) => scene.limits.scale ?? SCALES[0][1];

  // Refuses a number of the host that is outside its limits.
  function checked(of, text) {
    const value = Number(text);
    if (!Number.isFinite(value) || text.trim() === '') throw new Error(`${of.label} = ${text}: a number is allowed`);
    if (value < of.low || value > of.high) throw new Error(`${of.label} = ${text} is outside ${of.low} to ${of.high}`);
    return value;
  }

  // The text of a link.
  function write({ key, scene, host, settings, scale }) {
    const link = new URLSearchParams({ joint: key }), own = Scenes.hostOf(scene);
    for (const [name, value] of Object.entries(host)) if (value !== own[name]) link.set(`host.${name}`, value);
    for (const [name, value] of Object.entries(settings)) if (scene.settings?.[name] !== value) link.set(name, value);
    if (scale !== usualScale(scene)) link.set('scale', scale);
    return `#${link}`;
  }

  // Reads a link; one that names something unknown is refused. `numbers` gives the host's numbers of a scene.
  function read(text, scenes, numbers) {
    const link = new URLSearchParams(text.replace(/^#/, '')), key = link.get('joint') ?? 'revolute_clearance';
    if (!Object.hasOwn(scenes, key)) throw new Error(`the link names the joint ${key}, which this page does not have`);
    const given = { host: {}, settings: {} };
    for (const [name, value] of link) {
      if (name === 'joint') continue;
      if (name === 'scale') {
        given.scale = SCALES.map(([, of]) => of).find((of) => of === Number(value));
        if (!given.scale) throw new Error(`the link has the time scale ${value}, which this page does not have`);
      } else if (name.startsWith('host.')) {
        const of = numbers(scenes[key]).find((one) => `host.${one.name}` === name);
        if (!of) throw new Error(`the link has ${name}, which this joint does not have`);
        given.host[of.name] = checked(of, value);
      } else given.settings[name] = value;
    }
    return [key, given];
  }

  return { SCALES, usualScale, checked, write, read };
})();
