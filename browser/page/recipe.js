// This script writes what builds the very FMU that the page shows: a command line, and a file of parameters.
'use strict';

const Recipe = (() => {
  // Choices of a build that have options of their own.
  const OPTIONS = { 'build.ports': '--ports', 'build.slices': '--slices', 'build.cells': '--cells',
    'build.mobility': '--mobility', 'build.temperature': '--temperature' };

  const byName = (settings) => Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));

  // The command that builds the joint with these settings.
  function command(model, settings) {
    const words = ['spiel-joints', 'build', model];
    for (const [name, value] of byName(settings)) {
      words.push(...(name in OPTIONS ? [OPTIONS[name], value] : ['--set', `${name}=${value}`]));
    }
    return words.join(' ');
  }

  // A value as TOML has it: .5 is a number for the library, and none there.
  function quoted(text) {
    if (/^(true|false|[+-]?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(text)) return text;
    return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : JSON.stringify(text);
  }

  // The file of parameters, with the command that takes it in its first line.
  function parameters(model, settings) {
    const options = [], tables = new Map();
    for (const [name, value] of byName(settings)) {
      if (name in OPTIONS) { options.push(OPTIONS[name], value); continue; }
      const [table, ...rest] = name.split('.');
      if (!tables.has(table)) tables.set(table, []);
      tables.get(table).push(`${rest.join('.')} = ${quoted(value)}`);
    }
    const lines = [`# spiel-joints build ${[model, ...options].join(' ')} --parameters THIS.toml`];
    for (const [table, entries] of tables) lines.push('', `[${table}]`, ...entries);
    return lines.join('\n') + '\n';
  }

  function value(of) {
    if (Array.isArray(of)) return `[${of.map(value).join(', ')}]`;
    if (typeof of === 'object') return `{ ${Object.entries(of).map(([name, part]) => `${name} = ${value(part)}`).join(', ')} }`;
    return JSON.stringify(of);
  }

  // The file of a group, with the command that takes it and these settings in its first line.
  function group(plan, name, settings) {
    const lines = [`# ${command(`--group ${name}.toml`, settings)}`], lists = [];
    for (const [key, part] of Object.entries(plan)) {
      if (Array.isArray(part) && typeof part[0] === 'object') lists.push([key, part]);
      else lines.push(`${key} = ${value(part)}`);
    }
    for (const [list, entries] of lists) {
      for (const entry of entries) {
        lines.push('', `[[${list}]]`);
        for (const [key, part] of Object.entries(entry)) lines.push(`${key} = ${value(part)}`);
      }
    }
    return lines.join('\n') + '\n';
  }

  // The same plan as the library reads it: parameters by their full names, as texts.
  function plan(of) {
    const flat = (table, before) => Object.entries(table).flatMap(([name, part]) =>
      (typeof part === 'object' ? flat(part, `${before}${name}.`) : [[before + name, String(part)]]));
    const joint = of.joint.map((entry) => ({ ...entry, parameters: Object.fromEntries(flat(entry.parameters ?? {}, '')) }));
    return JSON.stringify({ ...of, joint });
  }

  return { command, parameters, group, plan };
})();
if (typeof module !== 'undefined') module.exports = Recipe;
