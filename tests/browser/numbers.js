// Tests numbers, columns, spectra and recipes of the page: node tests/browser/numbers.js
'use strict';
const assert = require('assert');
const path = require('path');

const part = (name) => require(path.join(__dirname, '../../browser/page', `${name}.js`));
const [Numbers, Recipe, Machine] = ['series', 'recipe', 'machine'].map(part);

// Numbers carry the prefix of their unit, where that has one.
for (const [value, unit, text] of [[-1250, 'N', '−1.25 kN'], [5e-4, 'm', '500 µm'], [0, 'J', '0 J'], [2.5, 'kg', '2.50 kg'], [NaN, 'N', '–'], [12, 'm/s2', '12.0 m/s²']]) {
  assert.strictEqual(Numbers.format(value, unit), text);
}

// A series forgets its oldest rows, and keeps the order of time.
const series = Numbers.Series(['time', 'x'], 4);
for (let row = 0; row < 7; row += 1) series.push([row, 10 * row], 2);
assert.deepStrictEqual([...series.column('x')], [30, 40, 50, 60]);
assert.deepStrictEqual([...series.tail('time', 2)], [5, 6]);
assert.strictEqual(series.last('time'), 6);
assert.strictEqual(series.csv({ time: 's', x: '1' }).split('\n')[0], 'time [s],x');

// The fast transform is the slow one.
const count = 64, wave = Array.from({ length: count }, (_, index) => Math.sin(0.3 * index) + 0.1 * index);
const [re, im] = [Float64Array.from(wave), new Float64Array(count)];
Numbers.fft(re, im);
for (let line = 0; line < count; line += 1) {
  let [cosine, sine] = [0, 0];
  wave.forEach((value, index) => {
    const angle = (2 * Math.PI * line * index) / count;
    cosine += value * Math.cos(angle);
    sine -= value * Math.sin(angle);
  });
  assert(Math.hypot(re[line] - cosine, im[line] - sine) < 1e-10);
}

// A sine shows with its amplitude at its frequency.
const sine = Numbers.Series(['time', 'x'], 8192);
for (let row = 0; row < 5000; row += 1) sine.push([1e-3 * row, 3 * Math.sin(2 * Math.PI * 40.3 * 1e-3 * row)], 2);
const { step, values } = Numbers.amplitudes(sine, 'x');
const peak = values.indexOf(Math.max(...values));
assert(Math.abs(step * peak - 40.3) < 0.2 && Math.abs(values[peak] - 3) < 0.15, `${values[peak]} at ${step * peak} Hz`);

// Recipes name options where the command line has them, and quote words in files only.
const settings = { 'geometry.clearance': '1e-4', 'contact.elastic': 'hertz', 'build.cells': '72' };
assert.strictEqual(Recipe.command('revolute_clearance', settings),
  'spiel-joints build revolute_clearance --cells 72 --set contact.elastic=hertz --set geometry.clearance=1e-4');
assert(Recipe.parameters('revolute_clearance', settings).includes('[contact]\nelastic = "hertz"\n\n[geometry]\nclearance = 1e-4\n'));

// The ideal slider: its velocity and acceleration are the derivatives of its place.
const sizes = { crank: 0.15, rod: 0.541 }, speed = 20;
for (const angle of [0, 0.7, 2, 3.1, 5]) {
  const at = (time) => Machine.ideal(angle + speed * time, speed, sizes), small = 1e-6;
  assert(Math.abs((at(small).x - at(-small).x) / (2 * small) - at(0).v) < 1e-7);
  assert(Math.abs((at(small).v - at(-small).v) / (2 * small) - at(0).a) < 1e-5);
}
console.log('numbers, columns, spectra and recipes are right');
