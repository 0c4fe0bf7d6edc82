// This script lets the reader pull the body with the mouse, a finger or the arrow keys, and run the page by keys.
'use strict';

const Hand = (() => {
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const IDLE = { target: [], stiffness: 0, damping: 0, most: 0 };

  // The hand that pulls a free body of this inertia so that it follows within half a second of the reader's time.
  function toward(target, inertia, { scale, step }) {
    const pulsation = Math.min((2 * Math.PI) / (0.6 * scale), 0.3 / step);
    return { target, stiffness: inertia * pulsation ** 2, damping: 0.6 * inertia * pulsation, most: 2000 * inertia };
  }

  // Listens at the picture: `at` turns a place on it into the joint's coordinates, `push` an arrow key; `pull` receives
  // targets, `isPulled` says if there is a free body, `pause` and `single` run the page.
  function listen(view, { at, push, pull, isPulled, pause, single }) {
    let held = false;
    const follow = (event) => {
      const box = view.getBoundingClientRect();
      if (held) pull(at(event.clientX - box.left, event.clientY - box.top));
    };
    const release = () => {
      held = false;
      view.classList.remove('held');
      pull([]);
    };
    view.addEventListener('pointerdown', (event) => {
      if (!isPulled()) return;
      held = true;
      view.classList.add('held');
      view.setPointerCapture(event.pointerId);
      follow(event);
    });
    view.addEventListener('pointermove', follow);
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture', 'blur']) view.addEventListener(end, release);
    view.addEventListener('keydown', (event) => {
      if (event.key === ' ') { pause(); event.preventDefault(); }
      if (event.key === '.') single();
      if (!WAYS[event.key] || !isPulled()) return;
      event.preventDefault();
      pull(push(WAYS[event.key]));
    });
    view.addEventListener('keyup', (event) => { if (WAYS[event.key]) release(); });
  }

  return { IDLE, toward, listen };
})();
