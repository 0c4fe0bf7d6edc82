// This script draws live time, orbit and spectrum plots of simulation results on canvas elements.
// It defines the one global `Plots`. CSS must give each canvas its size, because the pixels follow it.
'use strict';
const Plots = (() => {
  const { format, raised, minus, scaleOf, shown, takesPrefix, amplitudes } = Numbers;
  const COLORS = { '--ink': '#222', '--faint': '#888', '--paper': '#fff', '--accent': '#0b62c4', '--accent-2': '#c4500b', '--accent-3': '#2f8f4e' };
  const ROW = 15; // This is the height of a line of text, in CSS pixels.
  const HOLD = 40; // This is the number of draws for which a range waits before it shrinks.
  const niceStep = (raw, base = 10 ** Math.floor(Math.log10(raw))) => base * [1, 2, 5, 10].find((m) => raw <= m * base * 1.0001);
  // Keeps the range of an axis, which grows at once and shrinks only after many quiet draws.
  class Range {
    constructor() { Object.assign(this, { lo: -1, hi: 1, blank: true, idle: 0 }); }
    update([lo, hi]) {
      if (!(lo <= hi)) return;
      const grow = !this.blank && (lo < this.lo || hi > this.hi);
      this.idle = hi - lo < 0.45 * (this.hi - this.lo) ? this.idle + 1 : 0;
      if (!grow && !this.blank && this.idle < HOLD) return;
      const span = Math.max(hi - lo, 1e-5 * Math.max(-lo, hi)) || 2, middle = lo + (hi - lo) / 2;
      const step = niceStep(span / 10), a = Math.floor((middle - 0.57 * span) / step) * step;
      const b = Math.ceil((middle + 0.57 * span) / step) * step;
      Object.assign(this, grow ? { lo: Math.min(a, this.lo), hi: Math.max(b, this.hi) } : { lo: a, hi: b, idle: 0 });
      this.blank = lo === 0 && hi === 0;
    }
  }
  // Finds the least and the greatest finite value of the rows from a given one on.
  function extent(values, from = 0) {
    let lo = Infinity, hi = -Infinity;
    for (let i = from, v; i < values.length; i++) if (Number.isFinite(v = values[i])) {
      if (v < lo) lo = v;
      if (v > hi) hi = v;
    }
    return [lo, hi];
  }
  // Chooses the unit of a linear axis; `note` holds a unit that is too long for the tick labels.
  function axisUnit({ lo, hi }, unit) {
    const e = Math.floor(Math.log10(2 * Math.max(Math.abs(lo), Math.abs(hi))) + 1e-9);
    const { power, text, raise } = scaleOf(e, unit);
    if (!raise && text.length <= 5) return { power, tail: text && ' ' + text, note: '' };
    return { power, tail: '', note: `[${raise ? `10${raised(power)} ${text}`.trim() : text}]` };
  }
  // Makes a linear axis with about `count` ticks, or with fewer if `room` finds their labels too wide.
  function linear(lo, hi, { power, tail }, count, room = () => 1) {
    const step = niceStep((hi - lo) / count), ticks = [];
    const decimals = Math.min(20, Math.max(0, power - Math.floor(Math.log10(step) + 1e-9)));
    for (let i = Math.ceil(lo / step - 1e-9); i <= hi / step + 1e-9; i++) {
      const text = i ? minus((i * step / 10 ** power).toFixed(decimals)) + tail : '0';
      ticks.push({ at: (i * step - lo) / (hi - lo), text, zero: !i, rank: 0 });
    }
    if (count > 4 && room(step / (hi - lo), ticks) < 0) return linear(lo, hi, { power, tail }, count - 1, room);
    return { lo, hi, ticks };
  }
  const across = (s, w) => (gap, ticks) => gap * w - s.widest(ticks) - 9;
  const levels = (h) => Math.max(2, Math.min(7, h / 28));
  // Makes a logarithmic axis from 10^lo to 10^hi, with ticks inside the decades if `fine`.
  function logarithmic(lo, hi, unit, fine) {
    const ticks = [];
    for (let e = Math.floor(lo), m = 1; e <= hi + 1e-9; m = m < (fine ? 9 : 1) ? m + 1 : 1, e += m === 1 ? 1 : 0) {
      const at = (e + Math.log10(m) - lo) / (hi - lo), text = unit ? format(m * 10 ** e, unit, 1) : '10' + raised(e);
      if (at > -1e-9 && at < 1 + 1e-9) ticks.push({ at, text: 10 % m ? '' : text, rank: (m > 1) + (m === 2) });
    }
    return { lo, hi, ticks };
  }
  // Holds what one plot needs of its canvas: the size, the colours and the font.
  class Surface {
    constructor(canvas) { Object.assign(this, { canvas, draws: 0, colors: new Map() }); }
    // Prepares a draw; it returns false while the canvas is hidden or too small.
    begin() {
      const { canvas } = this, { clientWidth: w, clientHeight: h } = canvas, dpr = window.devicePixelRatio || 1;
      if (w < 80 || h < 60) return false;
      if (canvas.width !== Math.round(w * dpr)) canvas.width = Math.round(w * dpr);
      if (canvas.height !== Math.round(h * dpr)) canvas.height = Math.round(h * dpr);
      Object.assign(this, { w, h, dpr, ctx: this.ctx || canvas.getContext('2d') });
      if (this.draws++ % 30 === 0) {
        this.colors.clear(); this.style = getComputedStyle(canvas); this.family = this.style.fontFamily;
      }
      this.ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
      this.set({ globalAlpha: 1, textBaseline: 'middle', lineJoin: 'bevel', fillStyle: this.color('--paper') }).fillRect(0, 0, w, h);
      return true;
    }
    // Gives the colour of a custom property, or a plain CSS colour as it is.
    color(name) {
      if (!this.colors.has(name)) {
        this.ctx.fillStyle = COLORS[name] || '#777'; // The canvas keeps this if it cannot read the next value.
        this.ctx.fillStyle = name.startsWith('--') ? this.style.getPropertyValue(name).trim() : name;
        this.colors.set(name, this.ctx.fillStyle);
      }
      return this.colors.get(name);
    }
    set(state) { return Object.assign(this.ctx, state); }
    // Chooses how lines are stroked and begins a path.
    pen(color, alpha, lineWidth) { this.set({ strokeStyle: this.color(color), globalAlpha: alpha, lineWidth }).beginPath(); }
    font(weight) { this.ctx.font = `${weight} 11.5px ${this.family}`; }
    width(text) { return this.ctx.measureText(text).width; }
    widest(ticks) { return Math.max(0, ...ticks.map((tick) => this.width(tick.text))); }
    text(text, x, y, textAlign, globalAlpha = 0.8) {
      this.set({ globalAlpha, fillStyle: this.color('--ink'), textAlign }).fillText(text, x, y, this.w - 12);
    }
  }
  // Draws the title and the legend, whose items wrap below the title; it returns the height used.
  function header(s, title, items) {
    s.font(600); s.text(title, 8, 12, 'left', 1);
    let x = 8 + (title && s.width(title) + 20), y = 12;
    s.font(400);
    for (const { label, color } of items) {
      const start = color ? 19 : 0, width = start + s.width(label);
      if (x > 8 && x + width > s.w - 6) [x, y] = [8, y + ROW];
      s.text(label, x + start, y, 'left');
      if (color) s.set({ globalAlpha: 1, fillStyle: s.color(color) }).fillRect(x, y - 1.5, 14, 3);
      x += width + 14;
    }
    return y;
  }
  // Draws the grid, the zero lines, the frame and the tick labels.
  function drawAxes(s, { x, y, w, h }, xAxis, yAxis) {
    const { ctx } = s, snap = (v) => Math.round(v) + 0.5, taken = [];
    const lines = (color, alpha, test) => {
      s.pen(color, alpha, 1);
      for (const { at } of xAxis.ticks.filter(test)) ctx.rect(snap(x + at * w), snap(y), 0, h);
      for (const { at } of yAxis.ticks.filter(test)) ctx.rect(snap(x), snap(y + h - at * h), w, 0);
      ctx.stroke();
    };
    lines('--faint', 0.35, (tick) => !tick.rank); lines('--faint', 0.15, (tick) => tick.rank);
    lines('--ink', 0.4, (tick) => tick.zero);
    s.pen('--faint', 0.8, 1); ctx.strokeRect(snap(x), snap(y), Math.round(w), Math.round(h));
    for (const { at, text } of yAxis.ticks) s.text(text, x - 6, y + h - at * h, 'right');
    for (const { at, text } of xAxis.ticks.filter((tick) => tick.text).sort((a, b) => a.rank - b.rank)) {
      const half = s.width(text) / 2, middle = Math.max(half + 2, Math.min(s.w - half - 3, x + at * w));
      if (taken.some((t) => Math.abs(t.middle - middle) < t.half + half + 8)) continue;
      taken.push({ middle, half }); s.text(text, middle, y + h + 12, 'center');
    }
  }
  // Draws all but the data; it clips to the returned box, which maps values to pixels.
  function frame(s, { title, items = [], xLabel, yLabel }, makeY, makeX) {
    let y = header(s, title, items) + 14;
    if (yLabel) s.text(yLabel, 8, (y += ROW) - 14, 'left');
    const h = Math.max(10, s.h - y - 22 - (xLabel ? ROW : 0)), yAxis = makeY(h);
    const x = Math.ceil(s.widest(yAxis.ticks) + 11), w = s.w - x - 11, xAxis = makeX(w, h);
    if (xLabel) s.text(xLabel, s.w - 11, s.h - 9, 'right');
    drawAxes(s, { x, y, w, h }, xAxis, yAxis);
    s.ctx.beginPath(); s.ctx.rect(x, y, w, h); s.ctx.clip();
    const kx = w / (xAxis.hi - xAxis.lo), ky = h / (yAxis.hi - yAxis.lo), x0 = x - xAxis.lo * kx, y0 = y + h + yAxis.lo * ky;
    return { kx, ky, x0, y0, px: (v) => x0 + v * kx, py: (v) => y0 - v * ky };
  }
  // Makes a plot from a function that paints it on each draw while the canvas is visible.
  function plot(canvas, paint, s = new Surface(canvas)) {
    return { draw() { if (s.begin()) { s.ctx.save(); paint(s); s.ctx.restore(); } } };
  }
  // Strokes a curve; of each column of pixels it draws the first, least, greatest and last point.
  function trace(s, color, { kx, ky, y0 }, shift, xs, ys, from) {
    const { dpr } = s;
    let bin = NaN, drawn = -1, first = -1, low = 0, high = 0, lo = 0, hi = 0, down = false;
    const point = (i) => { if (i > drawn) s.ctx.lineTo(shift + xs[i] * kx, y0 - ys[drawn = i] * ky); };
    const flush = (end) => { point(first); point(Math.min(low, high)); point(Math.max(low, high)); point(end); first = -1; };
    s.pen(color, 1, 1.4);
    for (let i = from; i < xs.length; i++) {
      const x = xs[i] * kx, y = y0 - ys[i] * ky, b = Math.floor(x * dpr), gap = !Number.isFinite(y);
      if ((b !== bin || gap) && first >= 0) flush(i - 1);
      if (!gap && !down) s.ctx.moveTo(shift + x - 0.5, y);
      bin = b; down = !gap;
      if (gap) continue;
      if (first < 0) { first = low = high = i; lo = hi = y; }
      if (y < lo) { low = i; lo = y; } else if (y > hi) { high = i; hi = y; }
    }
    if (first >= 0) flush(xs.length - 1);
    s.ctx.stroke();
  }
  // Makes a scrolling plot of columns against time.
  function line(canvas, series, { title = '', unit, curves, window: length = Infinity }) {
    const range = new Range(), accents = ['--accent', '--accent-2', '--accent-3'];
    const all = curves.map((curve, i) => ({ label: curve.name, color: accents[i % 3], ...curve }));
    return plot(canvas, (s) => {
      const time = series.column(series.names[0]), columns = all.map((curve) => series.column(curve.name));
      const n = time.length, end = n ? time[n - 1] : 0;
      const wanted = typeof length === 'function' ? length() : length;
      let from = Math.max(0, n - 1); // The row before the window is taken too, so that the curve meets the left edge.
      while (from > 0 && time[from] > end - wanted && time[from - 1] <= time[from]) from--;
      const span = wanted > 0 && wanted < Infinity ? wanted : (n && end - time[from]) || 1;
      const ranges = columns.map((values) => extent(values, from));
      range.update([Math.min(...ranges.map((r) => r[0])), Math.max(...ranges.map((r) => r[1]))]);
      const scale = axisUnit(range, unit), timeScale = axisUnit({ lo: span, hi: 0 }, 's');
      const places = Math.max(0, Math.min(9, 2 - Math.floor(Math.log10(span))));
      const box = frame(s, { title: `${title} ${scale.note}`.trim(), items: all.length > 1 ? all : [] },
        (h) => linear(range.lo, range.hi, scale, levels(h)), (w) => {
          const axis = linear(-span, 0, timeScale, 8, across(s, w));
          axis.ticks.reverse()[0].text = `t = ${end.toFixed(places)} s`;
          return axis;
        });
      // The columns of pixels are tied to absolute time, so that the curve does not flicker as it scrolls.
      columns.forEach((values, c) => trace(s, all[c].color, box, box.px(-end), time, values, from));
    });
  }
  // Makes a trace of one column against another, or a Poincaré section when `points` is set.
  function orbit(canvas, series, o) {
    const xRange = new Range(), yRange = new Range();
    const { title = '', unit, xUnit = unit, yUnit = unit, xLabel = '', yLabel = '', color = '--accent', points } = o;
    return plot(canvas, (s) => {
      const xs = series.column(o.x), ys = series.column(o.y), n = xs.length;
      const limit = (typeof o.limit === 'function' ? o.limit() : o.limit) || 0;
      let x = extent(xs), y = extent(ys), reach = 0;
      if (limit > 0) x = y = [-1, 1].map((sign) => sign * Math.max(limit, -x[0], x[1], -y[0], y[1]));
      xRange.update(x); yRange.update(y);
      const xScale = axisUnit(xRange, xUnit), yScale = axisUnit(yRange, yUnit), half = (r) => (r.hi - r.lo) / 2;
      const axis = (r, far, ...rest) => linear((r.lo + r.hi) / 2 - far, (r.lo + r.hi) / 2 + far, ...rest);
      const labels = { title, xLabel: `${xLabel} ${xScale.note}`.trim(), yLabel: `${yLabel} ${yScale.note}`.trim() };
      const box = frame(s, labels, (h) => {
        reach = points ? half(yRange) : Math.max(half(yRange), half(xRange) * h / (s.w - 90));
        return axis(yRange, reach, yScale, levels(h));
      }, (w, h) => axis(xRange, points ? half(xRange) : reach * w / h, xScale, 8, across(s, w)));
      const px = (row) => box.px(xs[row]), py = (row) => box.py(ys[row]);
      s.pen('--ink', 0.6, 1.2); s.ctx.setLineDash([5, 4]);
      if (limit > 0) s.ctx.arc(box.px(0), box.py(0), limit * box.kx, 0, 2 * Math.PI);
      s.ctx.stroke(); s.ctx.setLineDash([]); (points ? dots : fadingPath)(s, n, px, py, color);
      if (n) s.set({ globalAlpha: 1, fillStyle: s.color('--accent-2') }).fillRect(px(n - 1) - 2.5, py(n - 1) - 2.5, 5, 5);
    });
  }
  // Draws dots of two pixels, but only the latest of those that would cover each other.
  function dots(s, n, px, py, color) {
    const wide = Math.ceil(s.w), seen = new Uint8Array(wide * Math.ceil(s.h));
    s.set({ globalAlpha: 0.8, fillStyle: s.color(color) });
    for (let row = n - 1; row >= 0; row--) {
      const x = px(row), y = py(row), cell = (y >> 1) * wide + (x >> 1);
      if (!seen[cell]++) s.ctx.fillRect(x - 1, y - 1, 2, 2);
    }
  }
  // Strokes a path whose older parts are fainter; it leaves out steps of less than a pixel.
  function fadingPath(s, n, px, py, color) {
    for (let part = 1, from = 0; part <= 24; part++) {
      const to = Math.floor(n * part / 24); let lastX = NaN, lastY = NaN;
      s.pen(color, 0.08 + 0.92 * (part / 24) ** 2, 1.3);
      for (let row = Math.max(0, from - 1); row < to; row++) {
        const x = px(row), y = py(row), far = Math.abs(x - lastX) + Math.abs(y - lastY);
        if (far < 0.7 && row < to - 1) continue;
        if (far >= 0) s.ctx.lineTo(x, y); else s.ctx.moveTo(x, y);
        lastX = x; lastY = y;
      }
      s.ctx.stroke(); from = to;
    }
  }
  // Makes a plot of the amplitude spectrum of a column, with logarithmic axes.
  function spectrum(canvas, series, { title = '', name, unit, color = '--accent' }) {
    const note = takesPrefix(unit) && unit.length <= 4 ? '' : shown(unit);
    let top = NaN, idle = 0;
    return plot(canvas, (s) => {
      const found = amplitudes(series, name), head = note ? `${title} [${note}]` : title;
      if (!found) return header(s, head, [{ label: 'too few equally spaced rows' }]);
      const { step, values } = found, last = values.length - 1, peak = values.indexOf(extent(values, 2)[1], 2);
      const wanted = Math.ceil(Math.log10(1.2 * values[peak] || 1)); idle = wanted < top ? idle + 1 : 0;
      if (!(wanted <= top) || idle > HOLD) top = wanted;
      const label = `peak ${format(values[peak], unit)} at ${format(step * peak, 'Hz')}`;
      const box = frame(s, { title: head, items: [{ label }] }, () => logarithmic(top - 5, top, note ? '' : unit),
        () => logarithmic(Math.log10(2 * step), Math.log10(last * step), 'Hz', true));
      const logs = values.map((a) => Math.max(top - 6, Math.log10(a)));
      trace(s, color, box, box.x0, values.map((_, i) => Math.log10(i * step)), logs, 2);
    });
  }
  return { line, orbit, spectrum };
})();
if (typeof module !== 'undefined') module.exports = Plots;
