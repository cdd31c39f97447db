// Charts that can be explored. The server decides what is drawn and says every word; this draws it with plotly.js, keeps it in the
// page's colours, and frees it. One handle per chart; what is not in `handles` holds nothing.
const NarrowPixels = 560;
const SettleMs = 150;
const Config = {
  displayModeBar: false, displaylogo: false, responsive: false, typesetMath: false, showTips: false, showSendToCloud: false,
  showAxisRangeEntryBoxes: false, showAxisDragHandles: true, scrollZoom: false, doubleClick: 'reset', logging: 0, notifyOnLogging: 0, plotlyServerURL: '',
};

const handles = new Map();
let loading = null;

/** How many charts this page holds. */
export const count = () => handles.size;

// A script element, because the library is no module. It is fetched once; a failure is tried again by the next chart.
function load(address) {
  loading ??= new Promise((done, failed) => {
    if (window.Plotly) return done(window.Plotly);
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => (window.Plotly ? done(window.Plotly) : failed(new Error('no plotly')));
    script.onerror = () => { script.remove(); failed(new Error(address)); };
    document.head.append(script);
  }).catch(error => { loading = null; throw error; });
  return loading;
}

// Colours of the page. A probe turns every form of colour, the system's too, into numbers.
function palette(host) {
  const style = getComputedStyle(host);
  const probe = document.createElement('span');
  host.append(probe);
  const known = new Map();
  const of = token => {
    const [name, opacity] = token.slice(1).split('/');
    if (!known.has(name)) {
      probe.style.color = '';
      probe.style.color = style.getPropertyValue(`--plc-${name}`).trim();
      known.set(name, getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number));
    }
    const [r, g, b] = known.get(name);
    return opacity ? `rgba(${r},${g},${b},${opacity})` : `rgb(${r},${g},${b})`;
  };
  return { of, end: () => probe.remove() };
}

// Only values of keys that hold colours are names of colours: a series may be called @s0.
function coloured(node, of, isColour = false) {
  if (typeof node === 'string') return isColour && node.startsWith('@') ? of(node) : node;
  if (Array.isArray(node)) return isColour ? node.map(n => coloured(n, of, true)) : node.map(n => (n !== null && typeof n === 'object' ? coloured(n, of) : n));
  if (node === null || typeof node !== 'object') return node;
  const made = {};
  for (const [key, value] of Object.entries(node)) made[key] = coloured(value, of, /color$/i.test(key));
  return made;
}

function put(target, path, value) {
  const keys = path.split('.');
  const last = keys.pop();
  let place = target;
  for (const key of keys) place = place[key] ??= {};
  place[last] = value;
}

// The figure in today's colours and for today's width.
function dressed(handle) {
  const colours = palette(handle.host);
  const data = coloured(handle.figure.data, colours.of);
  const layout = coloured(handle.figure.layout, colours.of);
  colours.end();
  handle.isNarrow = handle.host.clientWidth < NarrowPixels;
  if (handle.isNarrow) {
    for (const [path, value] of Object.entries(handle.figure.narrow)) put(layout, path, structuredClone(value));
    // Words next to marks would run together; the pointer and the keys show them.
    for (const trace of data) if (trace.mode === 'markers+text') trace.mode = 'markers';
  }
  layout.width = Math.max(200, Math.floor(handle.host.clientWidth));
  if (handle.zoom) for (const [path, value] of Object.entries(handle.zoom)) put(layout, path, value);
  return { data, layout };
}

function redraw(handle) {
  const { data, layout } = dressed(handle);
  return queue(handle, () => window.Plotly.react(handle.plot, data, layout, Config));
}

// One thing at a time per chart: drawing is asynchronous, and a chart may be gone by its turn.
function queue(handle, work) {
  handle.turn = handle.turn.then(() => (handles.get(handle.id) === handle ? work() : null)).catch(() => null);
  return handle.turn;
}

/** Draws a figure into an element; false when plotly.js cannot be had. */
export async function draw(id, address, figure, owner) {
  const host = document.getElementById(id);
  if (!host) return false;
  const plot = document.createElement('div');
  // The table is the twin for who does not see it; the region around it has the name.
  plot.setAttribute('aria-hidden', 'true');
  const handle = { id, host, plot, figure, owner, zoom: null, isNarrow: false, turn: Promise.resolve(), at: -1 };
  handles.set(id, handle);
  try {
    await load(address);
  } catch {
    handles.delete(id);
    return false;
  }
  if (handles.get(id) !== handle || !host.isConnected) return true;
  host.append(plot);
  const { data, layout } = dressed(handle);
  try {
    await window.Plotly.newPlot(plot, data, layout, Config);
  } catch (error) {
    console.warn('a chart could not be drawn', error);
    purge(id);
    return false;
  }
  if (handles.get(id) !== handle) {
    window.Plotly.purge(plot);
    return true;
  }
  plot.on('plotly_relayout', change => marks(handle, change));
  handle.watch = new ResizeObserver(() => resized(handle));
  handle.watch.observe(host);
  handle.keys = event => explore(handle, event);
  host.addEventListener('keydown', handle.keys);
  host.dataset.drawn = 'true';
  return true;
}

/** Draws another figure in its place. */
export function replace(id, figure) {
  const handle = handles.get(id);
  if (!handle) return null;
  handle.figure = figure;
  return redraw(handle);
}

/** Adds points at the ends of traces; axes make room unless a reader zoomed. */
export function extend(id, traces, points, axes) {
  const handle = handles.get(id);
  if (!handle) return null;
  const { data, layout } = handle.figure;
  traces.forEach((trace, i) => {
    for (const [path, values] of Object.entries(points[i])) path.split('.').reduce((part, key) => part[key], data[trace]).push(...values);
  });
  for (const [path, value] of Object.entries(axes)) put(layout, path, value);
  return queue(handle, async () => {
    for (let i = 0; i < traces.length; i++) {
      const update = Object.fromEntries(Object.entries(points[i]).map(([path, values]) => [path, [values]]));
      await window.Plotly.extendTraces(handle.plot, update, [traces[i]]);
    }
    if (!handle.zoom && Object.keys(axes).length) await window.Plotly.relayout(handle.plot, { ...axes });
  });
}

/** Shows everything again. */
export function reset(id) {
  const handle = handles.get(id);
  if (!handle) return null;
  handle.zoom = null;
  const { xaxis, yaxis } = handle.figure.layout;
  return queue(handle, () => window.Plotly.relayout(handle.plot, { 'xaxis.range': [...xaxis.range], 'yaxis.range': [...yaxis.range] }));
}

/** Frees everything a chart holds. */
export function purge(id) {
  const handle = handles.get(id);
  if (!handle) return;
  handles.delete(id);
  handle.watch?.disconnect();
  clearTimeout(handle.settle);
  if (handle.keys) handle.host.removeEventListener('keydown', handle.keys);
  if (window.Plotly) window.Plotly.purge(handle.plot);
  handle.plot.remove();
  handle.owner = null;
}

// After zooming, the server says which marks the part that is seen gets: one library makes every number.
async function marks(handle, change) {
  if (handles.get(handle.id) !== handle || handle.isMarking || !Object.keys(change).some(k => /axis\.range|axis\.autorange/.test(k))) return;
  const { xaxis, yaxis } = handle.plot._fullLayout;
  const ends = axis => axis.range.map(end => (axis.type === 'date' ? Date.parse(`${String(end).replace(' ', 'T')}Z`) : Number(end)));
  const whole = handle.figure.layout;
  const same = (axis, name) => ends(axis).every((end, i) => Math.abs(end - whole[name].range[i]) <= 1e-9 * Math.max(1, Math.abs(end)));
  const isWhole = same(xaxis, 'xaxis') && same(yaxis, 'yaxis');
  const found = isWhole ? [null, null] : await handle.owner.invokeMethodAsync('Marks', ends(xaxis), ends(yaxis), handle.isNarrow).catch(() => [null, null]);
  if (handles.get(handle.id) !== handle) return;
  const patch = {};
  const narrow = handle.isNarrow ? handle.figure.narrow : {};
  ['xaxis', 'yaxis'].forEach((name, i) => {
    patch[`${name}.tickvals`] = found[i]?.places ?? narrow[`${name}.tickvals`] ?? whole[name].tickvals;
    patch[`${name}.ticktext`] = found[i]?.labels ?? narrow[`${name}.ticktext`] ?? whole[name].ticktext;
  });
  handle.zoom = isWhole ? null : { ...patch, 'xaxis.range': [...xaxis.range], 'yaxis.range': [...yaxis.range] };
  handle.isMarking = true;
  await queue(handle, () => window.Plotly.relayout(handle.plot, patch));
  handle.isMarking = false;
}

function resized(handle) {
  clearTimeout(handle.settle);
  handle.settle = setTimeout(() => {
    if (handles.get(handle.id) !== handle || handle.host.clientWidth === 0 || Math.floor(handle.host.clientWidth) === handle.plot._fullLayout?.width) return;
    redraw(handle);
  }, SettleMs);
}

// Arrow keys: from point to point in the order of positions, whatever series they belong to. What the pointer would say is also said to
// who cannot see it.
function explore(handle, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'Escape') window.Plotly.Fx.unhover(handle.plot);
  const points = told(handle);
  const next = { ArrowRight: handle.at + 1, ArrowDown: handle.at + 1, ArrowLeft: handle.at - 1, ArrowUp: handle.at - 1, Home: 0, End: points.length - 1 }[event.key];
  if (next === undefined || points.length === 0) return;
  event.preventDefault();
  handle.at = Math.min(points.length - 1, Math.max(0, next));
  const { curveNumber, pointNumber, text } = points[handle.at];
  try {
    window.Plotly.Fx.hover(handle.plot, [{ curveNumber, pointNumber }]);
  } catch { /* Outside what is seen now: it is still said. */ }
  const line = document.getElementById('announce');
  if (line) line.textContent = plain(text);
}

function told(handle) {
  const isSideways = handle.figure.layout.hovermode === 'closest' && handle.figure.layout.yaxis.range[0] > handle.figure.layout.yaxis.range[1];
  const seen = new Set();
  const points = handle.plot._fullData.flatMap((trace, curveNumber) => (trace.visible === true && trace.hovertext?.length ? [...trace.hovertext] : [])
    .map((text, pointNumber) => ({ curveNumber, pointNumber, text, at: (isSideways ? trace.y : trace.x)[pointNumber], value: (isSideways ? trace.x : trace.y)[pointNumber] })))
    .filter(p => p.text && p.at !== null && p.value !== null && !seen.has(p.text) && seen.add(p.text));
  return points.sort((a, b) => a.at - b.at);
}

const plain = text => text.replaceAll('<br>', ', ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

// The page's colours: chosen in the page, or by the system.
function recolour() {
  for (const handle of handles.values()) if (handle.host.dataset.drawn) redraw(handle);
}
new MutationObserver(recolour).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)']) matchMedia(query).addEventListener('change', recolour);

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  closeMenus();
}

/** Saves a text as a file. */
export function saveText(name, type, text) {
  save(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** Saves a picture as a PNG, twice as large for sharp print. */
export async function savePng(name, svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    save(await new Promise(done => canvas.toBlob(done, 'image/png')), name);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Saves what is seen now as a PNG. */
export async function saveView(id, name) {
  const handle = handles.get(id);
  if (!handle) return;
  const { width, height } = handle.plot._fullLayout;
  const address = await window.Plotly.toImage(handle.plot, { format: 'png', width, height, scale: 2 });
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), c => c.charCodeAt(0));
  save(new Blob([bytes], { type: 'image/png' }), `${name}-view.png`);
}

/** Copies a text. */
export async function copyText(text) {
  const line = document.getElementById('announce');
  const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
  if (line) line.textContent = done ? 'Copied' : 'This browser does not allow copying';
  closeMenus();
}

function closeMenus(except = null) {
  for (const menu of document.querySelectorAll('details[data-menu][open]')) if (menu !== except) menu.open = false;
}
document.addEventListener('click', event => closeMenus(event.target.closest('details[data-menu]')));
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  const menu = event.target.closest?.('details[data-menu][open]');
  if (menu) { menu.open = false; menu.querySelector('summary').focus(); }
});
