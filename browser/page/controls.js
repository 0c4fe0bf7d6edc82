// This script makes the controls: a slider and a field for each number, a list for each choice, from the rows.
'use strict';

const Controls = (() => {
  let count = 0;

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name in made && typeof value !== 'string') made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  // The way between a slider's 0 to 1000 and a number around `start`: by decades, or in equal parts.
  function rangeOf({ start, low, high, linear }) {
    const [least, most] = [low ?? -Infinity, high ?? Infinity];
    const clip = (value) => Math.min(most, Math.max(least, value));
    if (Number.isFinite(least) && Number.isFinite(most) && most / Math.max(least, 1e-9) < 20) {
      return { to: (part) => least + ((most - least) * part) / 1000, from: (value) => (1000 * (value - least)) / (most - least) };
    }
    if (linear) {
      const span = 3 * Math.abs(start) || 1;
      return { to: (part) => clip((span * (part - 500)) / 500), from: (value) => 500 + (500 * value) / span };
    }
    if (!(start > 0)) return null;
    return { to: (part) => clip(start * 10 ** ((part - 500) / 250)), from: (value) => 500 + 250 * Math.log10(value / start) };
  }

  // A row of the form with a label, an explanation, and a place for a refusal.
  function row(of, field, more = []) {
    const id = `control-${(count += 1)}`;
    field.id = id;
    field.dataset.name = of.name;
    const help = element('small', { id: `${id}-help` }, [of.text, of.range && of.range !== 'any' && `Range: ${of.range}.`].filter(Boolean).join(' '));
    const refusal = element('p', { id: `${id}-refusal`, class: 'refusal', role: 'alert' });
    field.setAttribute('aria-describedby', `${id}-help ${id}-refusal`);
    const name = element('label', { for: id }, of.label ?? of.name, ...(of.unit && of.unit !== '1' ? [element('span', { class: 'unit' }, ` ${of.unit}`)] : []));
    const whole = element('div', { class: 'control', 'data-row': of.name }, name, field, ...more, help, refusal);
    const refuse = (why) => {
      refusal.textContent = why ?? '';
      field.setAttribute('aria-invalid', why ? 'true' : 'false');
    };
    return { whole, refuse };
  }

  // Tries a value; the control says the library's own words if it is refused.
  const attempt = (made, change, name, value) => {
    try {
      change(name, value);
      made.refuse();
    } catch (error) { made.refuse(error.message); }
  };

  // A number: a slider beside a field that takes every text.
  function number(of, shown, change) {
    const start = Number(shown), way = rangeOf({ ...of, start: Number(of.start) });
    const field = element('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false' });
    field.value = shown;
    const more = [];
    if (way) {
      const slider = element('input', { type: 'range', min: '0', max: '1000', 'aria-label': `${of.label ?? of.name}, slider` });
      slider.value = String(way.from(start));
      slider.dataset.slider = of.name;
      const say = () => slider.setAttribute('aria-valuetext', `${field.value} ${of.unit && of.unit !== '1' ? of.unit : ''}`.trim());
      slider.addEventListener('input', () => {
        const value = way.to(Number(slider.value));
        field.value = String(of.kind === 'integer' ? Math.round(value) : Number(value.toPrecision(3)));
        say();
        attempt(made, change, of.name, field.value);
      });
      field.addEventListener('change', () => { slider.value = String(way.from(Number(field.value))); say(); });
      say();
      more.push(slider);
    }
    const made = row(of, field, more);
    field.addEventListener('change', () => attempt(made, change, of.name, field.value.trim()));
    return made.whole;
  }

  function choice(of, shown, change) {
    const items = of.kind === 'boolean' ? [{ name: 'true' }, { name: 'false' }] : of.items;
    const field = element('select', {}, ...items.map(({ name, text }) =>
      element('option', { value: name, ...(text && { title: text }) }, name)));
    field.value = shown;
    const made = row(of, field);
    field.addEventListener('change', () => attempt(made, change, of.name, field.value));
    return made.whole;
  }

  // A control for a row: its value is `shown`, and `change` receives another one.
  function control(of, shown, change) {
    return of.items?.length || of.kind === 'boolean' ? choice(of, shown, change) : number(of, shown, change);
  }

  // The rows in groups by the first part of their names; those of `main` come first, and are always open.
  function form(rows, main, shown, change) {
    const first = main.map((name) => rows.find((of) => of.name === name)).filter(Boolean);
    const groups = new Map();
    for (const of of rows.filter((one) => !first.includes(one))) {
      const group = of.name.split('.')[0];
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(of);
    }
    const make = (of) => control(of, shown(of), change);
    const folds = [...groups].map(([group, members]) => {
      const fold = element('details', {}, element('summary', {}, `${group} (${members.length})`));
      // Rows are made when they are first seen: there are a hundred.
      fold.addEventListener('toggle', () => {
        if (fold.open && fold.childElementCount === 1) fold.append(...members.map(make));
      });
      return fold;
    });
    return [...first.map(make), ...folds];
  }

  return { control, form, element };
})();
