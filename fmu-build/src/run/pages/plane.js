// Centre of every body's frame and its angle, frame by frame, as the picture has them; ends of the springs;
// places and turns of bodies that bend, in the bodies' own axes.
const poses = [POSES], lines = [LINES], bends = [BENDS];
const bodies = document.querySelectorAll(".body"), springs = document.querySelectorAll(".spring");
const bent = [...document.querySelectorAll("[data-places]")].map((body) => ({
  count: Number(body.dataset.places), bar: body.querySelector(".bar"), marks: body.querySelectorAll("[data-at]"),
}));
const bending = bent.reduce((sum, body) => sum + 3 * body.count, 0);
function draw(index) {
  bodies.forEach((body, number) => {
    const at = 3 * (index * bodies.length + number);
    body.setAttribute("transform", `translate(${poses[at]} ${poses[at + 1]}) rotate(${poses[at + 2]})`);
  });
  let first = index * bending;
  bent.forEach(({ count, bar, marks }) => {
    const place = (number) => bends.slice(first + 3 * number, first + 3 * number + 3);
    bar.setAttribute("d", "M" + Array.from({ length: count }, (_, number) => place(number).slice(0, 2).join(" ")).join(" L"));
    marks.forEach((mark) => {
      const [x, y, turn] = place(Number(mark.dataset.at));
      mark.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
    });
    first += 3 * count;
  });
  springs.forEach((spring, number) => {
    const at = 4 * (index * springs.length + number);
    ["x1", "y1", "x2", "y2"].forEach((name, part) => spring.setAttribute(name, lines[at + part]));
  });
  magnify(index);
}
