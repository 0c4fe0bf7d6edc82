// This script runs the compiled joints: texts go in and out as JSON, samples come as numbers.
'use strict';

const Engine = (() => {
  let wasm = null, rows = [];
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  // Starts the module in these bytes.
  async function start(bytes) {
    wasm = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  }

  // Starts the module that is packed as gzip in base64.
  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    await start(await new Response(stream).arrayBuffer());
  }

  function answer() {
    const place = wasm.answer(), length = wasm.answer_length();
    return decoder.decode(new Uint8Array(wasm.memory.buffer, place, length));
  }

  // Calls a function of the module with an object as JSON; its refusal is an error with the library's words.
  function ask(name, object) {
    const text = encoder.encode(JSON.stringify(object));
    // Making room can move the memory, so its buffer is looked up after that.
    const place = wasm.room(text.length);
    new Uint8Array(wasm.memory.buffer, place, text.length).set(text);
    return checked(wasm[name](text.length));
  }

  function checked(number) {
    if (number < 0) throw new Error(answer());
    return number;
  }

  function told(number) {
    checked(number);
    return JSON.parse(answer());
  }

  // Runs steps and returns a view of the samples, which is valid until the next call.
  function run(steps, every) {
    const count = checked(wasm.run(steps, every)), place = wasm.samples();
    return new Float64Array(wasm.memory.buffer, place, count * wasm.width());
  }

  return {
    start, unpack, run,
    describe: (model, settings) => (ask('joint_rows', { model, settings }), JSON.parse(answer())),
    open: (order) => {
      ask('open', order);
      rows = JSON.parse(answer());
      return rows;
    },
    // The rows of the rig that runs.
    rows: () => rows,
    adjust: (order) => { ask('adjust', order); },
    hold: (hand) => { ask('hold', hand); },
    values: () => told(wasm.values()),
    remarks: () => told(wasm.remarks()),
    width: () => wasm.width(),
  };
})();
if (typeof module !== 'undefined') module.exports = Engine;
