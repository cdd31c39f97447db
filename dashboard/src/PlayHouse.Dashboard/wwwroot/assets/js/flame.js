// A flame graph on a canvas. It places boxes and moves between them; every word and figure in it comes from the server as text, and
// is only ever drawn or set as text. Nothing is drawn unless something has changed.
const rowHeight = 20;
const fontSize = 12;
const narrowest = 0.4;
const ancestorsShown = 4;
const lettersMin = 2;
const lettersOfAPartMin = 6;
const pixelsMax = 16_000;
const looks = ['all', 'game', 'engine', 'framework', 'type', 'other', 'same', 'more', 'less'];
const more = looks.indexOf('more');
const less = looks.indexOf('less');

// Custom properties as colours: a canvas knows nothing of variables, themes and forced colours.
function readColours(host) {
  const probe = document.createElement('span');
  probe.className = 'flame-probe';
  host.append(probe);
  const colours = {};
  for (const name of [...looks, 'text', 'hatch', 'edge', 'found', 'picked', 'line']) {
    probe.style.setProperty('color', `var(--flame-${name})`);
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  // Where every box has the same colour, lines tell one from the next.
  colours.isLined = matchMedia('(forced-colors: active)').matches;
  const style = getComputedStyle(host);
  colours.font = `${fontSize}px ${style.getPropertyValue('--mono') || 'monospace'}`;
  return colours;
}

const numbers = colour => (colour.match(/[\d.]+/g) ?? [0, 0, 0]).map(Number);

function mixed(from, to, share) {
  const [a, b] = [numbers(from), numbers(to)];
  return `rgb(${[0, 1, 2].map(i => Math.round(a[i] + (b[i] - a[i]) * share)).join(' ')})`;
}

// The pattern of boxes that rest on too few samples.
function hatching(context, colour) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const lines = tile.getContext('2d');
  lines.strokeStyle = colour;
  lines.lineWidth = 1.5;
  lines.beginPath();
  for (const shift of [-8, 0, 8]) { lines.moveTo(shift, 8); lines.lineTo(shift + 8, 0); }
  lines.stroke();
  return context.createPattern(tile, 'repeat');
}

// Boxes in the order of a reader: a caller, its widest callee with all below it, the next one.
function place(data, hasVanished) {
  const count = data.parent.length;
  const width = hasVanished && data.wide ? data.wide : data.width;
  const start = new Float64Array(count);
  const next = new Float64Array(count);
  const depth = new Int32Array(count);
  const end = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const parent = data.parent[i];
    if (parent >= 0) {
      start[i] = next[parent];
      next[parent] += width[i];
      depth[i] = depth[parent] + 1;
    }
    next[i] = start[i];
  }
  for (let i = count - 1; i >= 0; i--) {
    end[i] = Math.max(end[i], i + 1);
    const parent = data.parent[i];
    if (parent >= 0) end[parent] = Math.max(end[parent], end[i]);
  }
  return { width, start, depth, end };
}

class Flame {
  constructor(host, server, at) {
    this.host = host;
    this.server = server;
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    this.tip = document.createElement('div');
    this.tip.className = 'flame-tip';
    this.tip.hidden = true;
    this.tip.setAttribute('aria-hidden', 'true');
    this.line = document.createElement('p');
    this.line.className = 'flame-now';
    this.line.setAttribute('role', 'status');
    host.append(this.canvas, this.tip, this.line);
    this.at = this.picked = at;
    this.hover = -1;
    this.found = new Set();
    this.rows = [];
    this.ends = new AbortController();
    this.listen();
  }

  listen() {
    const { signal } = this.ends;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    on(this.host, 'keydown', event => this.key(event));
    on(this.host, 'focus', () => this.change());
    on(this.host, 'blur', () => this.change());
    on(this.canvas, 'mousemove', event => this.over(event));
    on(this.canvas, 'mouseleave', () => { this.hover = -1; this.tip.hidden = true; });
    on(this.canvas, 'click', event => {
      const frame = this.hit(event);
      if (frame >= 0) { this.pick(frame); this.go(frame); }
    });
    // The button stands next to the picture; only the picture knows which frame is meant.
    on(document, 'click', event => { if (event.target.closest?.('[data-key=twin]')) this.tell('TwinAsync', this.picked); });
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)']) on(matchMedia(query), 'change', () => this.recolour());
    this.theme = new MutationObserver(() => this.recolour());
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    this.size = new ResizeObserver(() => this.change());
    this.size.observe(this.host);
  }

  async load(stream) {
    const bytes = await stream.arrayBuffer();
    this.begun = performance.now();
    this.data = JSON.parse(new TextDecoder().decode(bytes));
    this.placed = null;
    this.picked = this.at;
    this.change();
  }

  show(at, hasVanished, found) {
    if (!this.data) return;
    if (!this.placed || this.hasVanished !== hasVanished) {
      this.hasVanished = hasVanished;
      this.placed = place(this.data, hasVanished);
    }
    this.found = new Set(found);
    const wanted = this.placed.width[at] > 0 ? at : 0;
    if (this.at !== wanted || !this.placed.width[this.picked]) this.picked = wanted;
    this.at = wanted;
    this.describe();
    this.change();
  }

  recolour() {
    this.colours = null;
    this.change();
  }

  change() {
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); });
  }

  draw() {
    if (!this.data?.parent.length || !this.placed) return;
    const { width, start, depth, end } = this.placed;
    const colours = this.colours ??= readColours(this.host);
    const wide = Math.max(1, this.host.clientWidth);
    const ratio = devicePixelRatio || 1;
    const top = Math.max(0, depth[this.at] - ancestorsShown);
    const rowsMax = Math.floor(pixelsMax / (rowHeight * ratio));
    let deepest = depth[this.at];
    for (let i = this.at; i < end[this.at]; i++) if (width[i] > 0 && depth[i] > deepest) deepest = depth[i];
    const rows = Math.min(rowsMax, deepest - top + 1);
    this.canvas.width = Math.round(wide * ratio);
    this.canvas.height = Math.round(rows * rowHeight * ratio);
    this.canvas.style.setProperty('height', `${rows * rowHeight}px`);
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    context.font = colours.font;
    context.textBaseline = 'middle';
    context.direction = 'ltr';
    const paint = { context, colours, hatch: hatching(context, colours.hatch), letter: context.measureText('m').width, shades: new Map() };
    this.rows = Array.from({ length: rows }, () => []);
    this.top = top;
    let drawn = 0;
    let narrow = 0;
    const scale = wide / width[this.at];
    const box = (i, x, w) => {
      const row = depth[i] - top;
      if (row < 0 || row >= rows) return;
      this.box(paint, i, x, row * rowHeight, w);
      this.rows[row].push({ x, w, i });
      drawn++;
    };
    for (let i = this.data.parent[this.at]; i >= 0; i = this.data.parent[i]) box(i, 0, wide);
    for (let i = this.at; i < end[this.at];) {
      const w = width[i] * scale;
      if (w < narrowest) { narrow += end[i] - i; i = end[i]; continue; }
      box(i, (start[i] - start[this.at]) * scale, w);
      i++;
    }
    this.outline(paint);
    const state = this.host.dataset;
    Object.assign(state, { frames: this.data.parent.length, drawn, narrow, at: this.at, picked: this.picked, found: this.found.size });
    if (this.begun) state.ms = Math.round(performance.now() - this.begun);
    this.begun = 0;
  }

  box({ context, colours, hatch, letter, shades }, i, x, y, w) {
    const { data } = this;
    const wide = Math.max(w - (w > 3 ? 1 : 0), narrowest);
    const tall = rowHeight - 1;
    const isDim = this.found.size > 0 && !this.found.has(i);
    context.globalAlpha = isDim ? 0.5 : 1;
    context.fillStyle = this.fill(i, colours, shades);
    context.fillRect(x, y, wide, tall);
    if (data.hatch[i]) { context.fillStyle = hatch; context.fillRect(x, y, wide, tall); }
    if (colours.isLined && w > 3) {
      context.strokeStyle = colours.line;
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, y + 0.5, wide - 1, tall - 1);
    }
    if (data.edge?.[i] && w > 3) {
      context.strokeStyle = colours.edge;
      context.lineWidth = 2;
      context.setLineDash(data.edge[i] === 2 ? [4, 3] : []);
      context.strokeRect(x + 1, y + 1, wide - 2, tall - 2);
      context.setLineDash([]);
    }
    if (this.found.has(i)) { context.fillStyle = colours.found; context.fillRect(x, y + tall - 3, wide, 3); }
    const letters = Math.floor((wide - 6) / letter);
    const name = letters >= lettersMin ? data.texts[data.label[i]] : '';
    if (name && (letters >= name.length || letters >= lettersOfAPartMin)) {
      context.fillStyle = colours.text;
      // The end of a name tells most.
      context.fillText(name.length <= letters ? name : `…${name.slice(1 - letters)}`, x + 4, y + tall / 2 + 1, wide - 6);
    }
    context.globalAlpha = 1;
  }

  fill(i, colours, shades) {
    const look = this.data.look[i];
    if (look !== more && look !== less) return colours[looks[look]];
    const step = Math.ceil((0.3 + 0.7 * this.data.strength[i]) * 16);
    const key = look * 32 + step;
    if (!shades.has(key)) shades.set(key, mixed(colours.same, colours[looks[look]], step / 16));
    return shades.get(key);
  }

  outline({ context, colours }) {
    const drawn = this.rows[this.placed.depth[this.picked] - this.top]?.find(b => b.i === this.picked);
    if (!drawn || document.activeElement !== this.host) return;
    context.strokeStyle = colours.picked;
    context.lineWidth = 3;
    context.strokeRect(drawn.x + 1.5, (this.placed.depth[this.picked] - this.top) * rowHeight + 1.5, Math.max(1, drawn.w - 4), rowHeight - 4);
  }

  hit(event) {
    const row = this.rows[Math.floor(event.offsetY / rowHeight)] ?? [];
    return row.find(b => event.offsetX >= b.x && event.offsetX < b.x + b.w)?.i ?? -1;
  }

  over(event) {
    const frame = this.hit(event);
    this.tip.hidden = frame < 0;
    if (frame < 0) { this.hover = -1; return; }
    if (frame !== this.hover) {
      this.hover = frame;
      const name = document.createElement('strong');
      name.textContent = this.text('name', frame);
      const figures = document.createElement('span');
      figures.textContent = [this.text('figures', frame), this.text('place', frame)].filter(t => t).join(', ');
      this.tip.replaceChildren(name, figures);
    }
    const room = this.host.clientWidth - this.tip.offsetWidth;
    this.tip.style.setProperty('left', `${Math.max(0, Math.min(room, event.offsetX + 12))}px`);
    this.tip.style.setProperty('top', `${event.offsetY + 18}px`);
  }

  text(column, frame) {
    const id = this.data[column][frame];
    return id < 0 ? '' : this.data.texts[id];
  }

  pick(frame) {
    this.picked = frame;
    this.describe();
    this.change();
  }

  describe() {
    const frame = this.picked;
    const words = this.data.parent.length ? [this.text('name', frame), this.text('figures', frame), this.text('place', frame)].filter(t => t).join(', ') : '';
    if (this.line.textContent !== words) this.line.textContent = words;
  }

  go(frame) {
    if (this.at === frame) return;
    this.at = frame;
    this.change();
    this.tell('ZoomAsync', frame);
  }

  tell(what, frame) {
    // A page that has lost its server says so itself.
    this.server.invokeMethodAsync(what, frame).catch(() => { });
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.placed) return;
    const { parent } = this.data;
    const move = {
      ArrowUp: () => this.pick(Math.max(0, parent[this.picked])),
      ArrowDown: () => this.pick(this.below(this.picked)),
      ArrowLeft: () => this.pick(this.beside(-1)),
      ArrowRight: () => this.pick(this.beside(1)),
      Home: () => { this.pick(0); this.go(0); },
      Enter: () => this.go(this.picked),
      Escape: () => { const out = Math.max(0, parent[this.at]); this.pick(out); this.go(out); },
    }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  below(frame) {
    const first = frame + 1;
    return first < this.placed.end[frame] && this.placed.width[first] > 0 ? first : frame;
  }

  beside(step) {
    const parent = this.data.parent[this.picked];
    if (parent < 0) return this.picked;
    let before = this.picked;
    for (let i = parent + 1; i < this.placed.end[parent]; i = this.placed.end[i]) {
      if (!this.placed.width[i]) continue;
      if (step < 0 && i === this.picked) return before;
      if (step > 0 && i > this.picked) return i;
      before = i;
    }
    return this.picked;
  }

  focus() {
    this.host.focus();
  }

  dispose() {
    this.ends.abort();
    this.theme.disconnect();
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
    this.host.replaceChildren();
  }
}

export const create = (host, server, at) => new Flame(host, server, at);
