// This script runs the page: it opens rigs, steps them as time passes, and keeps plots, link and recipe current.
'use strict';

(async () => {
  const $ = (id) => document.getElementById(id);
  const FRAME = 1 / 60, BUDGET = 11; // These are seconds a frame, and milliseconds of it for steps.
  const MOST_SAMPLES = 80;
  const KEYS = 'The space bar pauses, a full stop makes a single step.';
  const PULL = `Pull the body with the mouse or a finger and let it go: that throws it. Arrow keys push it. ${KEYS}`;
  // The page gives these itself.
  const HIDDEN = /^(coupling\.(mobility|identify|filter)|build\.(ports|mobility|temperature))/;
  const FILMS = ['finite', 'butenschoen', 'short'];
  const scenes = { ...Scenes.ALL, machine: Machine.scene(MACHINE) };

  // The scene with its settings, all that a failed change restores.
  let now = {}, charts, facts = {}, to, paused = false, broken = false;
  let owed = 0, cost = 1e-3, behind = 0, frames = 0, past = 0, linking = 0;

  const stepOf = (scene) => ({ name: 'step', label: 'Communication step', unit: 's', start: scene.limits.step, low: 1e-8, high: 0.01,
    text: scene.limits.steps ?? 'The host sends motions and receives loads once in each step; long ones need coupling.method = predicted.' });
  const numbersOf = (scene) => [...scene.host, stepOf(scene)];
  const columns = () => Scenes.columns(now.scene, now.host);
  const orderNow = (places) => ({ ...Scenes.order(now.scene, now.host, now.settings, { places, row: now.row }), hand: Hand.IDLE });

  // Opens the rig of the present settings; after a refusal the one before goes on.
  function open(places) {
    const { scene, host, settings } = now, known = now.known;
    const plain = Object.fromEntries(Object.entries({ ...scene.settings, ...settings }).filter(([name]) => !name.startsWith('coupling.')));
    now.row = scene.plan ? undefined : Scenes.reader(Engine.describe(scene.model, plain));
    const rows = Engine.open(orderNow(places)), row = Scenes.reader(rows), unit = (name) => rows.find((of) => of.name === name)?.unit;
    const indices = (pattern) => rows.flatMap((of, index) => (pattern.test(of.name) ? [index] : []));
    const sizes = Object.fromEntries(rows.filter((of) => of.name.startsWith('geometry.')).map((of) => [of.name, Number(of.start)]));
    scene.depth = unit(scene.watch.find((name) => name.endsWith('penetration')));
    scene.speed = host.speed;
    const play = scene.play ? Number(row(scene.play)) : host.play ?? null;
    facts = {
      play, film: FILMS.includes(row('film.law')), plan: scene.sizes, ratios: scene.ratios?.(row),
      sizes: { ...sizes, ...scene.sizes, amplitude: host.amplitude, play: play !== null, unit: scene.turns && scene.depth === 'rad' ? 'N.m' : 'N' },
      bearing: indices(/^bearing_\d+\.depth$/), journal: indices(/^journal_\d+\.depth$/), slice: indices(/^slice_\d+\.force$/),
      pressure: indices(/^film\.pressure_max$/),
    };
    $('plots').replaceChildren();
    charts = Charts.make($('plots'), scene, columns(), { sizes: scene.sizes, limit: () => facts.play, span: () => 4 * now.scale, unit });
    $('remarks').replaceChildren(...Engine.remarks().map((text) => Controls.element('li', {}, text)));
    $('refusal').textContent = '';
    now.known = rows.map((of) => of.name).join();
    if (known !== now.known) showRows();
    [owed, past, broken] = [0, 0, false];
    recipe();
  }

  function showRows() {
    const shown = Engine.rows().filter((of) => of.role === 'parameter' && !HIDDEN.test(of.name));
    $('rows').replaceChildren(...Controls.form(shown, now.scene.main, (of) => now.settings[of.name] ?? of.start, changeSetting));
  }

  // The places and velocities to go on from. Drives begin again at 0, and a body that a swinging one drives keeps its
  // place beside that.
  function places() {
    const { scene } = now;
    if (broken || !charts?.series.length || scene.attitude || scene.machine) return [];
    const last = charts.last(), names = [...columns().keys()].filter((name) => name.endsWith('.place'));
    const [ratioB, ratioA] = facts.ratios ?? [1, 0];
    return orderNow().coordinates.map(({ motion }, index) => {
      if (motion.swinging) return [0, 0];
      const shift = scene.view === 'shaft' ? (ratioA / ratioB) * last['a.place'] : 0;
      return [last[names[index]] - shift, last[names[index].replace('place', 'speed')]];
    });
  }

  // Makes a change; after a refusal everything is as it was.
  function change(what, apply) {
    const before = now;
    now = { ...now, ...what };
    try {
      apply();
    } catch (error) {
      now = before;
      throw error;
    }
    recipe();
  }

  function adjust(settings) {
    Engine.adjust({ ...orderNow(), settings });
    charts.rebase();
  }

  // Changes a setting of the joint.
  function changeSetting(name, value) {
    const { tunable } = Engine.rows().find((one) => one.name === name);
    change({ settings: { ...now.settings, [name]: value } }, () => (tunable ? adjust({ [name]: value }) : open(places())));
  }

  // Changes a number of the host.
  function changeHost(name, text) {
    const value = Link.checked(numbersOf(now.scene).find((one) => one.name === name), text);
    const swings = orderNow().coordinates.some(({ motion }) => motion.swinging) && name !== 'step';
    const anew = now.scene.plan || swings || (now.settings['coupling.method'] === 'predicted' && name !== 'step');
    change({ host: { ...now.host, [name]: value } }, () => (anew ? open(places()) : adjust({})));
  }

  // Shows a scene with its own settings, or with those of a link; after a refusal the one before stays.
  function show(key, given = {}) {
    const scene = scenes[key], before = now;
    now = { key, scene, host: { ...Scenes.hostOf(scene), ...given.host }, settings: { ...scene.settings, ...given.settings },
      scale: given.scale ?? Link.usualScale(scene) };
    try {
      open();
    } catch (error) {
      now = before;
      if (before.key) recipe();
      $('joint').value = before.key ?? key;
      throw error;
    }
    $('joint').value = key;
    $('scale').value = String(now.scale);
    $('host').replaceChildren(...numbersOf(scene).map((of) => Controls.control({ ...of, kind: 'real' }, String(now.host[of.name]), changeHost)));
    $('view').setAttribute('aria-label', scene.title);
    $('view').classList.toggle('pulled', isPulled());
    $('view-help').textContent = isPulled() ? PULL : KEYS;
  }

  // Shows what a link asks for; a wrong one says so, and the page goes on.
  function follow(link) {
    try {
      show(...Link.read(link, scenes, numbersOf));
    } catch (error) {
      if (!now.key) show('revolute_clearance');
      $('refusal').textContent = error.message;
    }
  }

  // Writes command, file and link; browsers allow few links a second.
  function recipe() {
    const { scene, host, settings, key } = now, all = orderNow().settings;
    $('command').textContent = Recipe.command(scene.plan ? `--group ${key}.toml` : scene.model, all);
    $('file').textContent = scene.plan ? Recipe.group(scene.plan(host), key, settings) : Recipe.parameters(scene.model, all);
    clearTimeout(linking);
    linking = setTimeout(() => history.replaceState(null, '', Link.write(now)), 300);
  }

  // Makes the steps that are due; what does not fit into a frame is left out, and the page says so.
  function advance(seconds) {
    const { scale, host } = now, every = Math.max(1, Math.floor((scale * FRAME) / host.step / MOST_SAMPLES));
    owed += (seconds * scale) / host.step;
    const most = Math.max(1, Math.floor(BUDGET / cost / every)) * every;
    const steps = Math.floor(Math.min(owed, most) / every) * every;
    behind += 0.05 * (Number(owed > most) * (1 - steps / owed) - behind);
    owed = owed > most ? 0 : owed - steps;
    if (steps) step(steps, every);
  }

  function step(steps, every) {
    const begin = performance.now();
    try {
      charts.push(Engine.run(steps, every));
      cost += 0.1 * ((performance.now() - begin) / steps - cost);
    } catch (error) {
      pause(true);
      broken = true;
      $('refusal').textContent = `${error.message}. “Start again” begins anew.`;
    }
  }

  // Draws everything; what only the whole list of values has is read every sixth time.
  function draw() {
    const last = charts.last(), fresh = frames % 30 === 0;
    const slow = [facts.bearing, facts.slice, facts.pressure].some((indices) => indices.length);
    if (slow && (frames % 6 === 0 || !facts.slices)) {
      const values = Engine.values(), of = (indices) => indices.map((index) => values[index]);
      if (facts.bearing.length) facts.cells = { bearing: of(facts.bearing), journal: of(facts.journal) };
      facts.slices = of(facts.slice);
      [facts.pressed] = of(facts.pressure);
    }
    if (charts.series.length) {
      facts.reach = Math.max(1e-12, Math.hypot(last['fx.place'] ?? 0, last['fy.place'] ?? 0), 0.999 * (facts.reach ?? 0));
      ({ toJoint: to } = Views.draw($('view'), now.scene.view, { ...facts, play: facts.play ?? facts.reach, now: last, fresh, trail: trail() }));
    }
    if (frames % 2 === 0) charts.draw();
    if (frames % 12 === 0) say(last);
    frames += 1;
  }

  // The last places of the body, oldest first.
  function trail() {
    if (now.scene.view !== 'round') return [];
    const [x, y] = ['fx.place', 'fy.place'].map((name) => charts.series.tail(name, 1500));
    return Array.from(x, (place, index) => [place, y[index]]);
  }

  function say(last) {
    const text = [`time ${Numbers.format(last.time, 's', 4)}`], add = (word, name, unit) => {
      if (Number.isFinite(last[name])) text.push(`${word} ${Numbers.format(last[name], unit)}`);
    };
    add('load', 'force', now.scene.turns ? 'N.m' : 'N');
    if (now.scene.depth) add('penetration', 'deepest', now.scene.depth);
    add('lost', 'energy.dissipated', 'J');
    add('thinnest oil', 'film.thickness_min', 'm');
    add('deepest wear', 'wear.depth_a', 'm');
    $('state').textContent = text.join(' · ');
    // The first is read aloud, so it changes rarely.
    const slow = behind > 0.02 && !paused;
    const words = slow ? 'This computer cannot follow at this speed: choose longer steps or a slower time.' : '';
    if ($('speed').textContent !== words) $('speed').textContent = words;
    $('rate').textContent = slow ? `${Math.round(100 * (1 - behind))} % of the speed; ${Math.round(1e4 * cost) / 10} µs a step` : '';
  }

  function pause(value) {
    paused = value;
    $('pause').setAttribute('aria-pressed', String(value));
  }

  function single() {
    pause(true);
    step(1, 1);
    draw();
  }

  function free() {
    return orderNow().coordinates[0]?.motion.free;
  }

  function isPulled() {
    return Boolean(free());
  }

  function pull(target) {
    if (isPulled()) Engine.hold(target.length ? Hand.toward(target, free().inertia, { scale: now.scale, step: now.host.step }) : Hand.IDLE);
  }

  // The target of an arrow key, well beyond the play.
  function push(way) {
    const reach = 3 * (facts.play ?? facts.reach ?? 0), [ratioB, ratioA] = facts.ratios ?? [1, 0];
    if (now.scene.view === 'guide') return [way[1] * reach];
    if (now.scene.view === 'shaft') return [(ratioA * charts.last()['a.place'] + way[0] * reach) / ratioB];
    return way.map((part) => part * reach);
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      $('copied').textContent = `${what} copied`;
    } catch { $('copied').textContent = `${what}: this browser does not let a page copy; mark the text instead`; }
  }

  function listen() {
    $('joint').append(...Object.entries(scenes).map(([name, { title }]) => Controls.element('option', { value: name }, title)));
    $('scale').append(...Link.SCALES.map(([text, value]) => Controls.element('option', { value: String(value) }, text)));
    $('joint').addEventListener('change', () => follow(`#joint=${$('joint').value}`));
    $('scale').addEventListener('change', () => { now.scale = Number($('scale').value); recipe(); });
    $('pause').addEventListener('click', () => pause(!paused));
    $('single').addEventListener('click', single);
    $('restart').addEventListener('click', () => { open(); pause(false); });
    $('copy-command').addEventListener('click', () => copy($('command').textContent, 'command'));
    $('copy-file').addEventListener('click', () => copy($('file').textContent, 'file'));
    $('link').addEventListener('click', () => copy(location.href.replace(/#.*/, '') + Link.write(now), 'link'));
    $('csv').addEventListener('click', save);
    // The page may have written its own link since: the event keeps the reader's.
    addEventListener('hashchange', ({ newURL }) => follow(new URL(newURL).hash));
    Hand.listen($('view'), { at: (x, y) => (to ? to(x, y) : []), push, pull, isPulled, pause: () => pause(!paused), single });
  }

  // Saves the numbers of the plots.
  function save() {
    const address = URL.createObjectURL(new Blob([charts.csv()], { type: 'text/csv' }));
    Controls.element('a', { href: address, download: `${now.key}.csv` }).click();
    URL.revokeObjectURL(address);
  }

  function frame(time) {
    requestAnimationFrame(frame);
    const seconds = Math.min(0.05, (time - past) / 1e3 || 0);
    if (past && !paused) advance(seconds);
    past = time;
    draw();
  }

  try {
    await Engine.unpack($('module').textContent);
    listen();
    follow(location.hash);
    document.documentElement.dataset.ready = 'yes';
    requestAnimationFrame(frame);
  } catch (error) {
    $('refusal').textContent = `The page cannot run here: ${error.message}`;
  }
})();
