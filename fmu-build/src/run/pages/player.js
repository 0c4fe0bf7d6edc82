// Plays the run: `draw` shows a frame.
const [play, slider, now] = ["play", "time", "now"].map((id) => document.getElementById(id));
const last = times.length - 1, span = times[last] - times[0];
// The whole run in eight seconds.
const pace = span > 0 ? span / 8 : 1;
const digits = Math.max(0, Math.min(9, 2 - Math.floor(Math.log10(span || 1))));
let frame = 0, since = null;
slider.max = last;
const slower = pace < 1 ? `${Number((1 / pace).toPrecision(2))} times slower than it is` : `${Number(pace.toPrecision(2))} times faster than it is`;
document.getElementById("pace").textContent = `Played ${slower}. Space plays and pauses, arrow keys go frame by frame.`;
function show(index) {
  frame = index;
  draw(index);
  slider.value = index;
  now.textContent = `${times[index].toFixed(digits)} s`;
  slider.setAttribute("aria-valuetext", now.textContent);
}
function tick(clock) {
  if (since === null) return;
  const time = times[0] + ((clock - since) / 1000) * pace;
  let index = Math.min(last, Math.round(((time - times[0]) / span) * last));
  if (time >= times[last]) since = clock;
  show(index);
  requestAnimationFrame(tick);
}
function set(playing) {
  play.textContent = playing ? "Pause" : "Play";
  since = null;
  if (!playing || !(span > 0)) return;
  requestAnimationFrame((clock) => {
    const done = frame >= last ? 0 : (times[frame] - times[0]) / pace;
    since = clock - 1000 * done;
    tick(clock);
  });
}
play.addEventListener("click", () => set(since === null));
slider.addEventListener("input", () => { set(false); show(Number(slider.value)); });
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target !== play) { event.preventDefault(); set(since === null); }
});
show(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) set(true);
