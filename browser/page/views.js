// This script draws the joint: the play enlarged, the force as an arrow, oil pressure or wear around the hole.
'use strict';

const Views = (() => {
  let colours = {};

  // Reads the colours of the page, which follow its light or dark scheme.
  function readColours(canvas) {
    const style = getComputedStyle(canvas);
    for (const name of ['a', 'b', 'edge', 'force', 'faint', 'ink', 'paper', 'accent']) {
      colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
    colours.font = `13px ${style.fontFamily}`;
  }

  // Prepares a canvas whose pixels follow its size, and returns its context and size.
  function prepare(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
      canvas.width = Math.round(wide * ratio);
      canvas.height = Math.round(high * ratio);
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, wide, high);
    pen.font = colours.font;
    pen.lineJoin = 'round';
    pen.lineWidth = 1.5;
    return { pen, wide, high };
  }

  function outline(pen, points, fill, closed = true) {
    pen.beginPath();
    points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    if (closed) pen.closePath();
    if (fill) { pen.fillStyle = fill; pen.fill(); }
    pen.strokeStyle = colours.edge;
    pen.stroke();
  }

  function circle(pen, x, y, radius, fill) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) { pen.fillStyle = fill; pen.fill(); }
    pen.strokeStyle = colours.edge;
    pen.stroke();
  }

  // Draws a force on a body as an arrow whose length grows with the logarithm of the force; a force that is seen at an
  // angle is given besides.
  function arrow(pen, [x, y], [fx, fy], { unit = 'N', most = 90, force } = {}) {
    const size = Math.hypot(fx, fy);
    if (!(size > 1e-3)) return;
    const length = Math.min(most, 14 + 13 * Math.log10(1 + size));
    const [ux, uy] = [fx / size, -fy / size], [tipX, tipY] = [x + length * ux, y + length * uy];
    pen.strokeStyle = pen.fillStyle = colours.force;
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(tipX - 8 * ux, tipY - 8 * uy);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(tipX, tipY);
    pen.lineTo(tipX - 11 * ux - 5 * uy, tipY - 11 * uy + 5 * ux);
    pen.lineTo(tipX - 11 * ux + 5 * uy, tipY - 11 * uy - 5 * ux);
    pen.fill();
    pen.lineWidth = 1.5;
    label(pen, Numbers.format(force ?? size, unit), tipX + 10 * ux, tipY + 10 * uy, colours.force);
  }

  function label(pen, text, x, y, colour = colours.ink) {
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineWidth = 4;
    pen.strokeStyle = colours.paper;
    pen.strokeText(text, x, y);
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
    pen.lineWidth = 1.5;
  }

  function note(pen, text, x, y) {
    pen.textAlign = 'left';
    pen.textBaseline = 'alphabetic';
    pen.lineWidth = 4;
    pen.strokeStyle = colours.paper;
    pen.strokeText(text, x, y);
    pen.lineWidth = 1.5;
    pen.fillStyle = colours.faint;
    pen.fillText(text, x, y);
  }

  const times = (number, play = true) => `${play ? 'play' : 'motion'} × ${Number(number.toPrecision(2)).toLocaleString('en')}`;

  // The points of a circle with depths of wear, or heights of pressure, around it.
  function around(x, y, radius, heights, turn = 0) {
    return heights.map((height, index) => {
      const angle = turn + (2 * Math.PI * index) / heights.length;
      return [x + (radius + height) * Math.cos(angle), y - (radius + height) * Math.sin(angle)];
    });
  }

  // The shape of the oil's pressure around the hole, its largest value 1: that of a short bearing with half a film.
  function pressure([x, vx], [y, vy], spin, clearance) {
    const distance = Math.hypot(x, y) || 1e-30, [nx, ny] = [x / distance, y / distance];
    const eccentricity = Math.min(0.999, distance / clearance);
    const closing = vx * nx + vy * ny, sideways = vy * nx - vx * ny - 0.5 * spin * distance;
    const toward = Math.atan2(y, x), count = 120;
    const heights = Array.from({ length: count }, (_, index) => {
      const angle = (2 * Math.PI * index) / count - toward;
      const drive = closing * Math.cos(angle) + sideways * Math.sin(angle);
      return Math.max(0, drive) / (1 - eccentricity * Math.cos(angle)) ** 3;
    });
    const most = Math.max(...heights);
    return most > 0 ? heights.map((height) => height / most) : null;
  }

  // A pin in its hole: `now` gives values by name, `cells` the depths of wear of bearing and journal.
  function round({ pen, wide, high }, { now, play, trail, cells, film, sizes, pressed }) {
    const [cx, cy] = [wide / 2, high / 2], radius = 0.34 * Math.min(wide, high), gap = 0.2 * radius;
    const scale = gap / play, pin = radius - gap;
    const [x, y] = [cx + scale * now['fx.place'], cy - scale * now['fy.place']];
    outline(pen, [[cx - 1.35 * radius, cy - 1.35 * radius], [cx + 1.35 * radius, cy - 1.35 * radius],
      [cx + 1.35 * radius, cy + 1.35 * radius], [cx - 1.35 * radius, cy + 1.35 * radius]], colours.a);
    if (cells) outline(pen, around(cx, cy, radius, cells.bearing.map((depth) => scale * depth)), colours.paper);
    else circle(pen, cx, cy, radius, colours.paper);
    const shape = film && pressure([now['fx.place'], now['fx.speed']], [now['fy.place'], now['fy.speed']], now['t.speed'], play);
    if (shape) {
      pen.globalAlpha = 0.55;
      outline(pen, around(cx, cy, radius, shape.map((height) => 0.3 * radius * height)), colours.accent);
      pen.globalAlpha = 1;
      circle(pen, cx, cy, radius, colours.paper);
    }
    const turn = now['t.place'] ?? 0;
    if (cells) outline(pen, around(x, y, pin, cells.journal.map((depth) => -scale * depth), turn), colours.b);
    else circle(pen, x, y, pin, colours.b);
    outline(pen, [[x, y], [x + pin * Math.cos(turn), y - pin * Math.sin(turn)]], null, false);
    pen.beginPath();
    trail.forEach(([px, py], index) => {
      const point = [cx + scale * px, cy - scale * py];
      if (index) pen.lineTo(...point); else pen.moveTo(...point);
    });
    pen.strokeStyle = colours.accent;
    pen.stroke();
    const [fx, fy] = [now['fx.load'], now['fy.load']], size = Math.hypot(fx, fy) || 1;
    arrow(pen, [x - (pin * fx) / size, y + (pin * fy) / size], [fx, fy]);
    note(pen, times((scale * (sizes['geometry.bearing_radius'] ?? 0.01)) / radius, sizes.play), 10, high - 10);
    if (shape) note(pen, `largest pressure ${Numbers.format(pressed, 'Pa')}`, 10, 20);
    return { toJoint: (px, py) => [(px - cx) / scale, (cy - py) / scale] };
  }

  // A slider between the walls of its guide.
  function guide({ pen, wide, high }, { now, play, sizes }) {
    const [cx, cy] = [wide / 2, high / 2], long = sizes['geometry.slider_length'], broad = sizes['geometry.slider_width'];
    const unit = (0.5 * wide) / long, half = 0.5 * unit * long, tall = Math.min(0.5 * unit * broad, 0.25 * high), gap = 0.16 * tall + 8;
    const scale = gap / play, wall = tall + gap;
    for (const [top, bottom] of [[cy - wall - 26, cy - wall], [cy + wall, cy + wall + 26]]) {
      outline(pen, [[0, top], [wide, top], [wide, bottom], [0, bottom]], colours.a);
    }
    const middle = cx + (Math.min(0.24 * wide, unit * sizes.amplitude)) * (sizes.amplitude ? now['fx.place'] / sizes.amplitude - 1 : 0);
    const at = (sideX, sideY) => [middle + sideX * half,
      cy + sideY * tall - scale * (now['fy.place'] + sideX * 0.5 * long * Math.sin(now['t.place']))];
    outline(pen, [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)], colours.b);
    const corners = { right_lower: [1, 1], left_lower: [-1, 1], right_upper: [1, -1], left_upper: [-1, -1] };
    for (const [name, [sideX, sideY]] of Object.entries(corners)) {
      arrow(pen, at(sideX, sideY), [0, sideY * now[`${name}.normal_force`]]);
    }
    note(pen, times(scale / unit), 10, high - 6);
    return { toJoint: (px, py) => [(cy - py) / scale] };
  }

  // Two parts of a shaft line, unrolled along their gap: a fork and the tongue between its flanks.
  function shaft({ pen, wide, high }, { now, play, sizes, ratios: [ratioB, ratioA] }) {
    const cy = high / 2, tongue = 0.09 * wide, gap = 0.1 * wide, scale = gap / (0.5 * play || 1);
    const way = sizes.amplitude || 1, shown = (0.12 * wide) / way, cx = wide / 2 + shown * (now['a.place'] - way);
    const fork = tongue + gap;
    outline(pen, [[cx - fork - 50, cy - 60], [cx - fork, cy - 60], [cx - fork, cy + 40], [cx + fork, cy + 40],
      [cx + fork, cy - 60], [cx + fork + 50, cy - 60], [cx + fork + 50, cy + 75], [cx - fork - 50, cy + 75]], colours.a);
    const rest = sizes['geometry.offset'] ?? 0;
    const x = cx + scale * (ratioB * now['b.place'] - ratioA * now['a.place'] - rest);
    outline(pen, [[x - tongue, cy - 95], [x + tongue, cy - 95], [x + tongue, cy + 25], [x - tongue, cy + 25]], colours.b);
    label(pen, 'b', x, cy - 75);
    label(pen, 'a', cx, cy + 58);
    const load = now['b.load'] / ratioB;
    arrow(pen, [load > 0 ? x - tongue : x + tongue, cy - 20], [load, 0], { unit: sizes.unit });
    note(pen, `play × ${Number((scale * ratioA / shown).toPrecision(2))} of the way of a`, 10, high - 10);
    return { toJoint: (px) => [(ratioA * now['a.place'] + rest + (px - cx) / scale) / ratioB] };
  }

  // A pin with a rotation in space, seen from the side and above.
  function space({ pen, wide, high }, { now, play, sizes }) {
    const unit = 0.3 * Math.min(wide, high), [cx, cy] = [wide / 2, high / 2], gap = 0.16 * unit, scale = gap / play;
    const long = sizes['geometry.length'] ?? 0.02, ball = !('geometry.length' in sizes);
    // The axis z points to the upper right, x to the lower right, y up.
    const flat = ([x, y, z]) => [cx + 0.82 * x + 0.75 * z, cy - y + 0.35 * x - 0.55 * z];
    const ring = (radius, z, [x, y], fill) => outline(pen, Array.from({ length: 48 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 48;
      return flat([x + radius * Math.cos(angle), y + radius * Math.sin(angle), z]);
    }), fill);
    // The direction of the journal's axis, by its Euler parameters.
    const [e0, e1, e2, e3] = [0, 1, 2, 3].map((index) => now[`frame_b.e${index}`]);
    const [leanX, leanY] = [2 * (e1 * e3 + e0 * e2), 2 * (e2 * e3 - e0 * e1)];
    const end = (side) => [scale * (now['fx.place'] + side * 0.5 * long * leanX), scale * (now['fy.place'] + side * 0.5 * long * leanY)];
    const radius = 0.75 * unit, half = ball ? 0 : 0.8 * unit, axial = scale * now['fz.place'];
    const bodies = ball ? [0] : [-1, 1];
    for (const side of bodies) ring(radius, side * half, [0, 0], side === bodies[0] ? colours.a : null);
    const middle = (side) => [...end(side), side * half + axial];
    for (const side of bodies) ring(radius - gap, side * half + axial, end(side), colours.b);
    outline(pen, [flat([...end(-1.3), -1.3 * half - (ball ? 1.2 * unit : 0) + axial]),
      flat([...end(1.3), 1.3 * half + (ball ? 1.2 * unit : 0) + axial])], null, false);
    const turn = now['tz.place'];
    for (const side of bodies) {
      const [x, y, z] = middle(side), far = radius - gap;
      outline(pen, [flat([x, y, z]), flat([x + far * Math.cos(turn), y + far * Math.sin(turn), z])], null, false);
      const force = ball ? now['contact.normal_force'] : now[side < 0 ? 'lower.normal_force' : 'upper.normal_force'];
      const [dx, dy] = end(side), size = Math.hypot(dx, dy) || 1;
      const from = flat([x + (far * dx) / size, y + (far * dy) / size, z]);
      arrow(pen, from, [(-0.82 * dx * force) / size, ((-dy + 0.35 * dx) * force) / size], { force });
    }
    note(pen, times(scale / (radius / (sizes['geometry.bearing_radius'] ?? sizes['geometry.socket_radius'] ?? 0.01))), 10, high - 10);
    return { toJoint: (px, py) => [(px - cx) / 0.82 / scale, (cy - py + (0.35 * (px - cx)) / 0.82) / scale] };
  }

  // A long pin along its hole, with the forces of its slices.
  function pin({ pen, wide, high }, { now, play, slices }) {
    const [left, right, cy] = [0.08 * wide, 0.92 * wide, high / 2], thick = 0.13 * high, gap = 0.06 * high;
    const scale = gap / play, wall = thick + gap, y = cy - scale * now['fy.place'];
    for (const [top, bottom] of [[cy - wall - 40, cy - wall], [cy + wall, cy + wall + 40]]) {
      outline(pen, [[left, top], [right, top], [right, bottom], [left, bottom]], colours.a);
    }
    outline(pen, [[left - 20, y - thick], [right + 20, y - thick], [right + 20, y + thick], [left - 20, y + thick]], colours.b);
    const most = Math.max(...slices.map(Math.abs), 1e-9), step = (right - left) / slices.length;
    pen.fillStyle = colours.force;
    const side = now['fy.load'] >= 0 ? 1 : -1;
    slices.forEach((force, index) => {
      const length = (0.16 * high * Math.abs(force)) / most;
      pen.fillRect(left + (index + 0.15) * step, y + side * thick - (side > 0 ? length : 0), 0.7 * step, length);
    });
    label(pen, `${Numbers.format(Math.hypot(now['fx.load'], now['fy.load']), 'N')}, most in a slice ${Numbers.format(most, 'N')}`, wide / 2, y);
    note(pen, 'forces of the slices along the pin', 10, high - 10);
    return { toJoint: (px, py) => [now['fx.place'], (cy - py) / scale] };
  }

  // Two rough surfaces that are pressed together and slide to and fro.
  function surfaces({ pen, wide, high }, { now, sizes }) {
    const cy = high / 2, shift = 0.12 * wide * (sizes.amplitude ? now['fx.place'] / sizes.amplitude - 1 : 0);
    const rough = (from, to, offset, seed) => Array.from({ length: 60 }, (_, index) => {
      const place = index / 59;
      return [from + (to - from) * place, cy + offset + 4 * Math.sin(37 * place + seed) + 3 * Math.sin(91 * place + 2 * seed)];
    });
    outline(pen, [...rough(0.1 * wide, 0.9 * wide, 6, 1), [0.9 * wide, cy + 70], [0.1 * wide, cy + 70]], colours.a);
    outline(pen, [...rough(0.25 * wide + shift, 0.75 * wide + shift, -6, 2), [0.75 * wide + shift, cy - 80], [0.25 * wide + shift, cy - 80]], colours.b);
    arrow(pen, [wide / 2 + shift, cy - 40], [now['fx.load'], 0]);
    label(pen, `pressed by ${Numbers.format(now['contact.normal_force'], 'N')}`, wide / 2, cy + 48);
    return { toJoint: () => [] };
  }

  // Draws the scene's view and returns the way from a place on the canvas to the joint's coordinates.
  function draw(canvas, view, facts) {
    if (facts.fresh || !colours.ink) readColours(canvas);
    return { round, guide, shaft, space, pin, interface: surfaces, machine }[view](prepare(canvas), facts);
  }

  // A slider-crank with its plays.
  function machine({ pen, wide, high }, { now, plan, play }) {
    const { crank, rod } = plan, long = crank + rod, unit = (0.8 * wide) / (long + crank);
    const [ox, oy] = [0.1 * wide + crank * unit, high / 2], at = (x, y) => [ox + unit * x, oy - unit * y];
    const turn = now['crank.phi'], end = at(crank * Math.cos(turn), crank * Math.sin(turn));
    const tilt = now['rod.phi'], [rx, ry] = [now['rod.x'], now['rod.y']];
    const ends = [-0.5, 0.5].map((side) => at(rx + side * rod * Math.cos(tilt), ry + side * rod * Math.sin(tilt)));
    const slider = at(now['slider.x'], now['slider.y']);
    outline(pen, [[slider[0] - 0.25 * wide, oy + 26], [wide - 6, oy + 26]], null, false);
    outline(pen, [[slider[0] - 0.25 * wide, oy - 26], [wide - 6, oy - 26]], null, false);
    outline(pen, [[slider[0] - 34, slider[1] - 20], [slider[0] + 34, slider[1] - 20], [slider[0] + 34, slider[1] + 20], [slider[0] - 34, slider[1] + 20]], colours.b);
    pen.lineWidth = 9;
    outline(pen, [[ox, oy], end], null, false);
    pen.lineWidth = 5;
    outline(pen, ends, null, false);
    pen.lineWidth = 1.5;
    for (const place of [[ox, oy], end, slider]) circle(pen, ...place, 8, colours.paper);
    arrow(pen, end, [now['B.load.fx'], now['B.load.fy']], { most: 70 });
    arrow(pen, slider, [now['C.load.fx'], now['C.load.fy']], { most: 70 });
    const begin = [rx - 0.5 * rod * Math.cos(tilt), ry - 0.5 * rod * Math.sin(tilt)];
    const far = [rx + 0.5 * rod * Math.cos(tilt), ry + 0.5 * rod * Math.sin(tilt)];
    const off = { B: [begin[0] - crank * Math.cos(turn), begin[1] - crank * Math.sin(turn)], C: [now['slider.x'] - far[0], now['slider.y'] - far[1]] };
    const size = Math.min(42, 0.1 * wide);
    Object.entries(off).forEach(([name, [x, y]], index) => {
      const place = [wide - 4.2 * size + 2.6 * size * index, high - 1.6 * size];
      circle(pen, ...place, size, colours.paper);
      circle(pen, place[0] + (0.25 * size * x) / play, place[1] - (0.25 * size * y) / play, 0.75 * size, colours.b);
      label(pen, name, ...place);
      pen.fillStyle = colours.faint;
    });
    pen.textAlign = 'right';
    pen.fillText('journals in their bearings, play enlarged', wide - 10, high - 8);
    return { toJoint: () => [] };
  }

  return { draw, pressure };
})();
if (typeof module !== 'undefined') module.exports = Views;
