// This script keeps samples in columns, writes numbers with units, and finds the spectrum of a column.
'use strict';

const Numbers = (() => {
  const raised = (n) => String(n).replace(/[-\d]/g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]));
  const minus = (text) => text.replace('-', '−');
  const shown = (unit) => (!unit || unit === '1' ? '' : unit.replace(/\^/g, '').replace(/\./g, '·')
    .replace(/([A-Za-z])(-?\d+)/g, (_, letter, n) => letter + raised(n)));
  const takesPrefix = (unit) => /^[A-Za-zΩ]/.test(unit || '') && !/[\d^²³⁻]/.test(unit) && !/^(kg|rad\/|deg|min$|h$|d$)/.test(unit);
  // Picks the power of ten and the unit text for numbers of the decimal exponent `e`.
  function scaleOf(e, unit) {
    const third = Math.floor(e / 3), index = Math.max(0, Math.min(unit === 's' ? 5 : 9, third + 5));
    const raise = e < -3 || e >= 5, prefix = 'fpnµm kMGT'[index].trim();
    if (takesPrefix(unit) && e >= -18 && e <= 14) return { power: 3 * index - 15, text: prefix + shown(unit) };
    return { power: raise ? 3 * third : 0, text: shown(unit), raise };
  }
  // Formats a number with an SI prefix, or with a power of ten where the unit takes no prefix.
  function format(value, unit, digits = 3) {
    if (typeof value !== 'number' || Number.isNaN(value)) return '–';
    const join = (number, text) => minus(number) + (text && ' ' + text);
    if (!value || !Number.isFinite(value)) return join(String(value).replace('Infinity', '∞'), shown(unit));
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e'), e = Number(exponent);
    const { power, text, raise } = scaleOf(e, unit);
    if (raise) return join(`${mantissa}×10${raised(e)}`, text);
    const number = e - power < digits ? Number(`${mantissa}e${e - power}`) : value / 10 ** power;
    return join(number.toFixed(Math.max(0, digits - 1 - e + power)), text);
  }
  class Store {
    constructor(names, capacity) {
      Object.assign(this, { names: [...names], capacity, head: 0, length: 0 });
      this.columns = this.names.map(() => new Float64Array(capacity));
    }
    find(name) {
      if (this.names.includes(name)) return this.columns[this.names.indexOf(name)];
      throw new Error(`The series has no column "${name}".`);
    }
    push(flat, width = this.names.length) {
      const { columns, capacity } = this, rows = flat.length / width;
      if (width !== columns.length || rows % 1) throw new RangeError('The pushed data are not whole rows.');
      for (let r = Math.max(0, rows - capacity); r < rows; r++) {
        for (let c = 0; c < width; c++) columns[c][this.head] = flat[r * width + c];
        this.head = (this.head + 1) % capacity;
      }
      this.length = Math.min(capacity, this.length + rows);
    }
    last(name) {
      const values = this.find(name), { head, length, capacity } = this;
      return length ? values[(head || capacity) - 1] : NaN;
    }
    // Copies the newest `count` values of a column, oldest first.
    tail(name, count) {
      const values = this.find(name), length = Math.min(count, this.length), start = this.head - length + this.capacity;
      return Float64Array.from({ length }, (_, index) => values[(start + index) % this.capacity]);
    }
    column(name) {
      const values = this.find(name), copy = new Float64Array(this.length), old = Math.max(0, this.length - this.head);
      copy.set(values.subarray(this.capacity - old));
      copy.set(values.subarray(this.head - this.length + old, this.head), old);
      return copy;
    }
    // Writes these columns as comma-separated text; `units` maps names to units.
    csv(units = {}, names = this.names) {
      const head = names.map((name) => {
        const unit = units[name], text = unit && unit !== '1' ? `${name} [${unit}]` : name;
        return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
      });
      const columns = names.map((name) => this.column(name));
      const row = (_, r) => columns.map((values) => values[r]).join(',');
      return [head.join(','), ...Array.from({ length: this.length }, row), ''].join('\n');
    }
  }
  // Makes a series; it may be called with or without `new`.
  function Series(names, capacity = 20000) { return new Store(names, capacity); }
  // Transforms complex data of a power-of-two length in place, with the kernel exp(-2 pi i j k / n).
  function fft(re, im) {
    const n = re.length;
    if (n < 1 || n & (n - 1) || im.length !== n) throw new RangeError('The length is not a power of two.');
    for (let i = 1, j = 0, bit; i < n; i++) {
      for (bit = n >> 1; j & bit; bit >>= 1) j ^= bit;
      j |= bit;
      if (i < j) for (const part of [re, im]) { const kept = part[i]; part[i] = part[j]; part[j] = kept; }
    }
    for (let half = 1; half < n; half *= 2) for (let k = 0; k < half; k++) {
      const c = Math.cos(Math.PI * k / half), d = -Math.sin(Math.PI * k / half);
      for (let i = k, j = k + half; j < n; i += 2 * half, j += 2 * half) {
        const a = re[j] * c - im[j] * d, b = re[j] * d + im[j] * c;
        re[j] = re[i] - a; im[j] = im[i] - b; re[i] += a; im[i] += b;
      }
    }
  }
  // Gives the amplitudes of the latest equally spaced rows of a column at multiples of `step` hertz, or null.
  // Zeros double the length of the data, because a Hann window alone may lose 15 % between two lines.
  function amplitudes(series, name) {
    const values = series.column(name), t = series.column(series.names[0]), n = t.length, dt = t[n - 1] - t[n - 2];
    const slack = 1e-6 * dt + 4 * Number.EPSILON * Math.abs(t[n - 1]);
    const even = (i) => Math.abs(t[i + 1] - t[i] - dt) <= slack && Number.isFinite(values[i]);
    let run = 1, size = 128, mean = 0;
    while (run < Math.min(n, 4096) && even(n - run - 1)) run++;
    if (!(dt > 0) || run < size || !Number.isFinite(values[n - 1])) return null;
    while (2 * size <= run) size *= 2;
    const re = new Float64Array(2 * size), im = new Float64Array(2 * size);
    for (let i = 0; i < size; i++) mean += (re[i] = values[n - size + i]) / size;
    for (let i = 0; i < size; i++) re[i] = (re[i] - mean) * (1 - Math.cos(2 * Math.PI * i / size)) * 2 / size;
    fft(re, im);
    return { step: 1 / (2 * size * dt), values: re.subarray(0, size + 1).map((a, i) => Math.sqrt(a * a + im[i] * im[i])) };
  }
  return { Series, format, fft, amplitudes, raised, minus, scaleOf, shown, takesPrefix };
})();
if (typeof module !== 'undefined') module.exports = Numbers;
