// Runs every scene of the page in WebAssembly and compares it with the same rigs run natively:
//   node tests/browser/compare.js PAGE.html REPLAY
'use strict';
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = path.join(__dirname, '../../browser/page');
const [Engine, Scenes, Machine] = ['engine', 'scenes', 'machine'].map((name) => require(path.join(folder, `${name}.js`)));
const [file, replay] = process.argv.slice(2);
const page = fs.readFileSync(file, 'utf8');
const [, packed] = /<script id="module"[^>]*>([^<]*)</.exec(page);
const [, plan] = /const MACHINE = (.*);<\/script>/.exec(page);
// The largest difference, in parts of the largest value of a column.
const TOLERANCE = 1e-12;
// In a machine with impacts, other last bits of a power lead to an iteration more or less, whose tolerance is larger.
const AFTER_IMPACTS = 1e-6;

function runs() {
  const scenes = { ...Scenes.ALL, machine: Machine.scene(JSON.parse(plan)) };
  const all = Object.entries(scenes).flatMap(([name, scene]) => {
    const host = Scenes.hostOf(scene), methods = scene.machine ? [null] : ['step_mean'];
    const row = scene.machine ? undefined : Scenes.reader(Engine.describe(scene.model, scene.settings ?? {}));
    if (Object.keys(scene.mobility(host, row)).length) methods.push('predicted');
    return methods.map((method) => {
      const settings = method ? { 'coupling.method': method } : {};
      const steps = { sliced_pin: 600, machine: 20 }[name] ?? 3000;
      return { name: `${name} ${method ?? ''}`, columns: [...Scenes.columns(scene, host).keys()], order: Scenes.order(scene, host, settings, { row }), steps, every: Math.max(1, Math.floor(steps / 100)), tolerance: TOLERANCE };
    });
  });
  const machine = all.at(-1);
  return [...all, { ...machine, name: 'machine, five times as long', steps: 100, tolerance: AFTER_IMPACTS }];
}

// The largest difference of a column from the native one, in parts of the column's largest value. The error of a
// machine's balance is what rounding leaves of larger energies.
function difference(one, other, columns) {
  let worst = [0, 0];
  const width = columns.length;
  for (let column = 0; column < width; column += 1) {
    if (columns[column] === 'energy.error') continue;
    let [most, off] = [0, 0];
    for (let index = column; index < one.length; index += width) {
      most = Math.max(most, Math.abs(other[index]));
      off = Math.max(off, Math.abs(one[index] - other[index]));
    }
    if (off > worst[0] * most) worst = [off / most, column];
  }
  return worst;
}

async function main() {
  await Engine.unpack(packed);
  const all = runs(), made = fs.mkdtempSync(path.join(os.tmpdir(), 'rigs-')), orders = path.join(made, 'orders.json');
  fs.writeFileSync(orders, JSON.stringify(all.map(({ order, steps, every }) => ({ order, steps, every }))));
  const native = JSON.parse(execFileSync(replay, [orders], { maxBuffer: 1 << 28 }));
  fs.rmSync(made, { recursive: true });
  let wrong = 0;
  for (const [index, { name, columns, order, steps, every, tolerance }] of all.entries()) {
    Engine.open(order);
    const samples = Array.from(Engine.run(steps, every)), width = Engine.width();
    if (width !== columns.length || samples.length !== native[index].length) throw new Error(`${name}: another number of numbers`);
    const [off, column] = difference(samples, native[index], columns);
    if (!(off <= tolerance)) wrong += 1;
    console.log(`${name}: ${off === 0 ? 'equal' : `${off.toExponential(1)} in ${columns[column]}`}${off <= tolerance ? '' : '  TOO MUCH'}`);
  }
  // A predicted step is right for the mobility that the page gives: the balance of energy holds, the mesh's, too.
  for (const name of ['gear_mesh', 'rotational_backlash', 'revolute_clearance']) {
    const scene = Scenes.ALL[name], host = { ...Scenes.hostOf(scene), step: 2e-5 };
    const row = Scenes.reader(Engine.describe(scene.model, scene.settings ?? {}));
    Engine.open(Scenes.order(scene, host, { 'coupling.method': 'predicted' }, { row }));
    const names = [...Scenes.columns(scene, host).keys()], last = Engine.run(20000, 20000);
    const of = (column) => last[names.indexOf(column)];
    const held = of('kinetic') + of('potential') + of('energy.dissipated') + of('energy.stored') - of('hand') - of('drive');
    const first = name === 'revolute_clearance' ? 0.125 : 0, size = of('energy.dissipated');
    if (!(Math.abs(held - first) < 0.05 * size)) { console.log(`${name}: ${held - first} J are missing beside ${size} J lost`); wrong += 1; }
  }
  // Refusals have the library's words, and the rig before goes on.
  for (const [settings, words] of [[{ 'geometry.clearance': '-1' }, 'geometry.clearance = -1 is outside'], [{ 'no.such': '1' }, 'is not a variable']]) {
    try {
      Engine.open({ ...all[0].order, settings });
      throw new Error('accepted');
    } catch (error) {
      if (!error.message.includes(words)) { console.log(`refusal: ${error.message}`); wrong += 1; }
    }
  }
  Engine.run(1, 1);
  if (wrong) throw new Error(`${wrong} wrong`);
}

main().catch((error) => { console.error(error.message); process.exit(1); });
