// For every joint, frame by frame: its place in the picture; the place of b in the play, as it is drawn; the way to the
// end of a journal that tilts; the angle of b; the angle of a guide; the force on b, as a part of the longest arrow.
const plays = [PLAYS], numbersOfPlay = 10;
const tiles = document.querySelectorAll(".plays svg"), marks = document.querySelectorAll("g.play");
const cursor = document.getElementById("cursor");
// An arrow in a picture, whose y axis points down.
function arrow(x, y, right, up, longest) {
  const size = Math.hypot(right, up);
  if (!(size > 0.03)) return "";
  const [dx, dy] = [right / size, -up / size], length = Math.max(10, longest * size);
  const [tipX, tipY] = [x + length * dx, y + length * dy];
  const barb = (side) => `${(tipX - 7 * dx + 4 * side * dy).toFixed(1)} ${(tipY - 7 * dy - 4 * side * dx).toFixed(1)}`;
  const tip = `${tipX.toFixed(1)} ${tipY.toFixed(1)}`;
  return `M${x} ${y}L${tip}M${barb(1)}L${tip}L${barb(-1)}`;
}
function magnify(index) {
  tiles.forEach((tile, number) => {
    const at = numbersOfPlay * (index * tiles.length + number);
    const [x, y, right, up, endRight, endUp, turn, axis, fx, fy] = plays.slice(at, at + numbersOfPlay);
    const [px, py] = [80 + right, 80 - up];
    const [sin, cos] = [Math.sin((axis * Math.PI) / 180), Math.cos((axis * Math.PI) / 180)];
    tile.querySelector(".part").setAttribute("transform", `translate(${px} ${py}) rotate(${-turn})`);
    tile.querySelectorAll(".end").forEach((end, side) => {
      const way = side ? -1 : 1;
      end.setAttribute("transform", `translate(${px + way * endRight} ${py - way * endUp})`);
    });
    tile.querySelector(".push").setAttribute("d", arrow(px, py, cos * fx + sin * fy, cos * fy - sin * fx, 60));
    tile.querySelector(".glow").style.strokeOpacity = Math.hypot(fx, fy).toFixed(2);
    // In space arrows are lines of the machine.
    if (!marks[number]) return;
    marks[number].setAttribute("transform", `translate(${x} ${y})`);
    marks[number].querySelector(".push").setAttribute("d", arrow(0, 0, fx, fy, 60));
  });
  if (!cursor) return;
  const { from, room } = cursor.dataset;
  cursor.setAttribute("transform", `translate(${Number(from) + (Number(room) * index) / Math.max(1, times.length - 1)} 0)`);
}
