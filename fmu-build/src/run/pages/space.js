// Points of every line, frame by frame, round the middle of the machine, over its size; z is up.
const points = [POINTS], counts = [COUNTS];
const picture = document.querySelector("svg.drawing"), paths = picture.querySelectorAll("path");
const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
const total = counts.reduce((sum, count) => sum + count, 0);
let [round, above] = [VIEW], scale = 0.85 * Math.min(width, height), held = null;
picture.classList.add("space");
// An arrow along a line of two points.
function arrowBetween(line) {
  const [x, y, tipX, tipY] = line.slice(1).split(/[L ]/).map(Number);
  return arrow(x, y, tipX - x, y - tipY, 1);
}
function draw(index) {
  const [sin, cos, rise, level] = [Math.sin(round), Math.cos(round), Math.sin(above), Math.cos(above)];
  let at = 3 * index * total;
  paths.forEach((path, line) => {
    let text = "";
    for (let count = 0; count < counts[line]; count += 1, at += 3) {
      const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
      const right = width / 2 + scale * (y * cos - x * sin);
      const down = height / 2 - scale * (z * level - (x * cos + y * sin) * rise);
      text += `${count ? "L" : "M"}${right.toFixed(2)} ${down.toFixed(2)}`;
      if (counts[line] === 1) text += `L${right.toFixed(2)} ${down.toFixed(2)}`;
    }
    path.setAttribute("d", path.classList.contains("push") ? arrowBetween(text) : text);
  });
  magnify(index);
}
picture.addEventListener("pointerdown", (event) => { held = [event.clientX, event.clientY]; picture.setPointerCapture(event.pointerId); });
picture.addEventListener("pointerup", () => { held = null; });
picture.addEventListener("pointermove", (event) => {
  if (!held) return;
  round -= 0.01 * (event.clientX - held[0]);
  above = Math.max(-1.57, Math.min(1.57, above + 0.01 * (event.clientY - held[1])));
  held = [event.clientX, event.clientY];
  draw(frame);
});
picture.addEventListener("wheel", (event) => { event.preventDefault(); scale *= Math.exp(-0.001 * event.deltaY); draw(frame); }, { passive: false });
