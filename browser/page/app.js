// This script runs the page: it opens rigs, steps them as time passes, and keeps link, plots and recipe current.
'use strict';

(async () => {
  const $ = (id) => document.getElementById(id);
  const SCALES = [['2 s', 5e-4], ['200 ms', 5e-3], ['20 ms', 5e-2], ['5 ms', 0.2], ['1 ms: real time', 1]];
  const FRAME = 1 / 60, BUDGET = 11; // These are seconds a frame, and milliseconds of it for steps.
  const MOST_SAMPLES = 300;
  const KEYS = 'The space bar pauses, a full stop makes a single step.';
  const PULL = `Pull the body with the mouse or a finger and let it go: that throws it. Arrow keys push it. ${KEYS}`;
  const HIDDEN = /^(coupling\.(mobility|identify|filter)|build\.(ports|mobility|temperature))/;
  const scenes = { ...Scenes.ALL, machine: Machine.scene(MACHINE) };
  for (const [name, scene] of Object.entries(scenes)) scene.turns = scene.view === 'shaft' && !name.includes('translational');

  let key, scene, host, settings, rows, charts, scale, to, facts = {};
  let paused = false, owed = 0, cost = 1e-3, behind = 0, frames = 0, past = 0;

  const orderNow = (places) => ({ ...Scenes.order(scene, host, settings, places), hand: idle() });
  const idle = () => ({ target: [], stiffness: 0, damping: 0, most: 0 });
  const shownRows = () => rows.filter((row) => row.role === 'parameter' && !HIDDEN.test(row.name));
  const numberOf = (name) => Number(rows.find((row) => row.name === name)?.start);

  // Opens the rig of the present settings; after a refusal the one before goes on.
  function open(places) {
    const known = rows?.map((row) => row.name).join();
    rows = Engine.open(orderNow(places));
    const indices = (pattern) => rows.flatMap((row, index) => (pattern.test(row.name) ? [index] : []));
    const sizes = Object.fromEntries(rows.filter((row) => row.name.startsWith('geometry.')).map((row) => [row.name, Number(row.start)]));
    facts = {
      play: scene.play ? numberOf(scene.play) : host.play ?? null, film: ['finite', 'butenschoen', 'short'].includes(rows.find((row) => row.name === 'film.law')?.start),
      sizes: { ...sizes, ...scene.sizes, amplitude: host.amplitude, unit: scene.turns ? 'N.m' : 'N' }, plan: scene.sizes,
      bearing: indices(/^bearing_\d+\.depth$/), journal: indices(/^journal_\d+\.depth$/), slice: indices(/^slice_\d+\.force$/),
    };
    scene.speed = host.speed;
    $('plots').replaceChildren();
    charts = Charts.make($('plots'), scene, Scenes.columns(scene, host), {
      sizes: scene.sizes, limit: () => facts.play, span: () => 4 * scale,
    });
    $('remarks').replaceChildren(...Engine.remarks().map((text) => Controls.element('li', {}, text)));
    $('refusal').textContent = '';
    if (known !== rows.map((row) => row.name).join()) showRows();
    owed = 0;
    past = 0;
    recipe();
  }

  // The places and velocities to go on from: those of the last sample, where the rig can start there.
  function places() {
    if (!charts?.series.length || scene.attitude || scene.machine) return [];
    const last = charts.last();
    return Scenes.columns(scene, host).filter((name) => name.endsWith('.place')).map((name) => [last[name], last[name.replace('place', 'speed')]]);
  }

  // Changes a setting of the joint; an error leaves everything as it was.
  function changeSetting(name, value) {
    const before = settings, row = rows.find((one) => one.name === name);
    settings = { ...settings, [name]: value };
    try {
      if (row.tunable) {
        Engine.adjust({ ...orderNow(), settings: { [name]: value } });
        recipe();
      } else open(places());
    } catch (error) {
      settings = before;
      throw error;
    }
  }

  // Changes a number of the host.
  function changeHost(name, text) {
    const value = Number(text), of = [...scene.host, STEP()].find((one) => one.name === name);
    if (!Number.isFinite(value) || text === '') throw new Error(`${text || 'nothing'} is no number`);
    if (value < of.low || value > of.high) throw new Error(`${of.label} = ${text} is outside ${of.low} to ${of.high}`);
    const before = host;
    host = { ...host, [name]: value };
    try {
      if (scene.plan || (settings['coupling.method'] === 'predicted' && name !== 'step')) open(places());
      else Engine.adjust({ ...orderNow(), settings: {} });
      facts.sizes.amplitude = host.amplitude;
      recipe();
    } catch (error) {
      host = before;
      throw error;
    }
  }

  const STEP = () => ({ name: 'step', label: 'Communication step', unit: 's', start: scene.limits.step, low: 1e-8, high: 0.01,
    text: scene.limits.steps ?? 'The host sends motions and receives loads once in each step; long ones need coupling.method = predicted.' });

  function showRows() {
    const shown = (row) => row.start;
    $('rows').replaceChildren(...Controls.form(shownRows(), scene.main, shown, changeSetting));
  }

  // Shows a scene with its own settings, or with those of a link.
  function show(name, given = {}) {
    const before = { key, scene, host, settings, rows, charts, facts };
    key = name;
    scene = scenes[name];
    [host, settings, rows, charts] = [{ ...Scenes.hostOf(scene), ...given.host }, { ...scene.settings, ...given.settings }, null, null];
    scale = given.scale ?? scene.limits.scale ?? 5e-4;
    $('scale').value = String(scale);
    try {
      open();
    } catch (error) {
      if (!before.key) throw error;
      ({ key, scene, host, settings, rows, charts, facts } = before);
      $('refusal').textContent = error.message;
    }
    $('joint').value = key;
    $('host').replaceChildren(...[...scene.host, STEP()].map((of) => Controls.control({ ...of, kind: 'real' }, String(host[of.name]), changeHost)));
    $('view').setAttribute('aria-label', `Moving picture: ${scene.title}`);
    $('view-help').textContent = Scenes.order(scene, host, settings).coordinates[0]?.motion.free ? PULL : KEYS;
  }

  // Writes command, file and link.
  function recipe() {
    const all = Scenes.order(scene, host, settings).settings;
    $('command').textContent = Recipe.command(scene.plan ? `--group ${key}.toml` : scene.model, all);
    $('file').textContent = scene.plan ? Recipe.group(scene.plan(host)).replace('THIS', key) : Recipe.parameters(scene.model, all);
    const link = new URLSearchParams({ joint: key });
    const own = Scenes.hostOf(scene);
    for (const [name, value] of Object.entries(host)) if (value !== own[name]) link.set(`host.${name}`, value);
    for (const [name, value] of Object.entries(settings)) if (scene.settings?.[name] !== value) link.set(name, value);
    if (scale !== (scene.limits.scale ?? 5e-4)) link.set('scale', scale);
    history.replaceState(null, '', `#${link}`);
  }

  // Reads the link that the page was opened with.
  function linked() {
    const given = { host: {}, settings: {} }, link = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of link) {
      if (name === 'scale') given.scale = Number(value);
      else if (name.startsWith('host.')) given.host[name.slice(5)] = Number(value);
      else if (name !== 'joint') given.settings[name] = value;
    }
    return [link.get('joint') ?? 'revolute_clearance', given];
  }

  // Makes the steps that are due; what does not fit into a frame is left out, and the page says so.
  function advance(seconds) {
    const every = Math.max(1, Math.floor((scale * FRAME) / host.step / MOST_SAMPLES));
    owed += (seconds * scale) / host.step;
    const most = Math.max(every, Math.floor(BUDGET / cost));
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
      $('refusal').textContent = `${error.message}. “Start again” begins anew.`;
    }
  }

  // Draws everything; slow variables are read every sixth time.
  function draw() {
    const now = charts.last(), fresh = frames % 30 === 0;
    if ((facts.bearing.length || facts.slice.length) && frames % 6 === 0) {
      const values = Engine.values(), of = (indices) => indices.map((index) => values[index]);
      if (facts.bearing.length) facts.cells = { bearing: of(facts.bearing), journal: of(facts.journal) };
      facts.slices = of(facts.slice);
    }
    if (charts.series.length) {
      const drawn = Math.max(1e-12, Math.hypot(now['fx.place'] ?? 0, now['fy.place'] ?? 0));
      facts.reach = Math.max(drawn, 0.999 * (facts.reach ?? 0));
      ({ toJoint: to } = Views.draw($('view'), scene.view, { ...facts, play: facts.play ?? facts.reach, now, fresh, trail: trail() }));
    }
    if (frames % 2 === 0) charts.draw();
    if (frames % 12 === 0) say(now);
    frames += 1;
  }

  // The last places of the body, oldest first.
  function trail() {
    const { series } = charts;
    if (scene.view !== 'round') return [];
    const [x, y] = ['fx.place', 'fy.place'].map((name) => series.tail(name, 1500));
    return Array.from(x, (place, index) => [place, y[index]]);
  }

  function say(now) {
    const lost = now['energy.dissipated'], text = [`time ${Numbers.format(now.time, 's', 4)}`];
    if ('force' in now) text.push(`load ${Numbers.format(now.force, scene.turns ? 'N.m' : 'N')}`);
    if (now.deepest) text.push(`penetration ${Numbers.format(now.deepest, scene.turns ? 'rad' : 'm')}`);
    if (lost !== undefined) text.push(`lost ${Numbers.format(lost, 'J')}`);
    if ('film.thickness_min' in now) text.push(`thinnest oil ${Numbers.format(now['film.thickness_min'], 'm')}`);
    if ('wear.depth_a' in now) text.push(`deepest wear ${Numbers.format(now['wear.depth_a'], 'm')}`);
    $('state').textContent = text.join(' · ');
    $('view').setAttribute('aria-label', `Moving picture: ${scene.title}; ${text.join(', ')}`);
    const rate = `${Math.round(1e3 * cost * 10) / 10} µs a step`;
    $('speed').textContent = behind > 0.02 && !paused
      ? `This computer cannot follow: it shows ${Math.round(100 * (1 - behind))} % of this speed (${rate}). Choose longer steps or a slower time.` : '';
  }

  function pause(now) {
    paused = now;
    $('pause').setAttribute('aria-pressed', String(now));
    $('pause').textContent = now ? 'Go on' : 'Pause';
  }

  // The hand pulls the body so that it follows within half a second of the reader's time.
  function pull(target) {
    const free = Scenes.order(scene, host, settings).coordinates[0]?.motion.free;
    if (!free || !target.length) return;
    const pulsation = Math.min(2 * Math.PI / (0.6 * scale), 0.3 / host.step), { inertia } = free;
    Engine.hold({ target, stiffness: inertia * pulsation ** 2, damping: 0.6 * inertia * pulsation, most: 2000 * inertia });
  }

  function listenToHand(view) {
    let held = false;
    const follow = (event) => {
      const box = view.getBoundingClientRect();
      if (held && to) pull(to(event.clientX - box.left, event.clientY - box.top));
    };
    view.addEventListener('pointerdown', (event) => {
      held = true;
      view.classList.add('held');
      view.setPointerCapture(event.pointerId);
      follow(event);
    });
    view.addEventListener('pointermove', follow);
    const release = () => {
      held = false;
      view.classList.remove('held');
      Engine.hold(idle());
    };
    view.addEventListener('pointerup', release);
    view.addEventListener('pointercancel', release);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    view.addEventListener('keydown', (event) => {
      if (event.key === ' ') { pause(!paused); event.preventDefault(); }
      if (event.key === '.') { pause(true); step(1, 1); draw(); }
      const way = ways[event.key];
      if (!way || !charts.series.length) return;
      event.preventDefault();
      const reach = 3 * (facts.play ?? facts.reach ?? 0);
      pull(scene.view === 'guide' ? [way[1] * reach] : scene.view === 'shaft' ? [charts.last()['a.place'] + way[0] * reach] : way.map((part) => part * reach));
    });
    view.addEventListener('keyup', (event) => { if (ways[event.key]) Engine.hold(idle()); });
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      $('copied').textContent = `${what} copied`;
    } catch { $('copied').textContent = `${what}: this browser does not let a page copy; mark the text instead`; }
  }

  function listen() {
    $('joint').append(...Object.entries(scenes).map(([name, { title }]) => Controls.element('option', { value: name }, title)));
    $('scale').append(...SCALES.map(([text, value]) => Controls.element('option', { value: String(value) }, text)));
    $('joint').addEventListener('change', () => show($('joint').value));
    $('scale').addEventListener('change', () => { scale = Number($('scale').value); recipe(); });
    $('pause').addEventListener('click', () => pause(!paused));
    $('single').addEventListener('click', () => { pause(true); step(1, 1); draw(); });
    $('restart').addEventListener('click', () => { open(); pause(false); });
    $('copy-command').addEventListener('click', () => copy($('command').textContent, 'command'));
    $('copy-file').addEventListener('click', () => copy($('file').textContent, 'file'));
    $('link').addEventListener('click', () => copy(location.href, 'link'));
    $('csv').addEventListener('click', save);
    addEventListener('hashchange', () => show(...linked()));
    listenToHand($('view'));
  }

  // Saves the numbers of the plots.
  function save() {
    const units = Object.fromEntries(rows.map(({ name, unit }) => [name, unit]));
    const address = URL.createObjectURL(new Blob([charts.csv(units)], { type: 'text/csv' }));
    Controls.element('a', { href: address, download: `${key}.csv` }).click();
    URL.revokeObjectURL(address);
  }

  function frame(now) {
    const seconds = Math.min(0.05, (now - past) / 1e3 || 0);
    if (past && !paused) advance(seconds);
    past = now;
    draw();
    requestAnimationFrame(frame);
  }

  try {
    await Engine.unpack($('module').textContent);
    listen();
    const [name, given] = linked();
    show(name in scenes ? name : 'revolute_clearance', name in scenes ? given : {});
    document.documentElement.dataset.ready = 'yes';
    requestAnimationFrame(frame);
  } catch (error) {
    $('refusal').textContent = `The page cannot run here: ${error.message}`;
  }
})();
