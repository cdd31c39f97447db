// What charts need of the browser besides being drawn: the page's colours, another size, keys, files.
const narrow = matchMedia('(max-width: 600px)');
let owner = null;
let names = [];

// A probe turns every form of colour, the system's too, into numbers.
function seen() {
  const probe = document.createElement('span');
  probe.className = 'chart-plot plc';
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colours = {};
  for (const name of names) {
    probe.style.color = '';
    probe.style.color = style.getPropertyValue(`--plc-${name}`).trim();
    colours[name] = style.color.match(/[\d.]+/g).slice(0, 3).join(',');
  }
  probe.remove();
  return { colours, isNarrow: narrow.matches };
}

/** The page's colours of these names and whether there is little room; the owner hears of changes. */
export function look(dotnet, wanted) {
  [owner, names] = [dotnet, wanted];
  return seen();
}

const changed = () => owner?.invokeMethodAsync('Changed', seen()).catch(() => { owner = null; });
new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)', narrow.media]) matchMedia(query).addEventListener('change', changed);

const sizes = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const plot = plotIn(target);
    if (plot?._fullLayout && target.clientWidth > 0 && Math.floor(target.clientWidth) !== Math.floor(plot._fullLayout.width)) window.Plotly.Plots.resize(plot);
  }
});

const plotIn = host => host?.querySelector('.js-plotly-plot');

// The package asks for plotly.js once, and takes an element that is there for a script that will come: one that failed has to go.
const library = () => document.getElementById('plotly-import');
document.addEventListener('error', event => { if (event.target === library()) event.target.remove(); }, true);

const loaded = script => new Promise((done, failed) => {
  if (!script) return failed(new Error('plotly.js cannot be loaded'));
  script.addEventListener('load', done);
  script.addEventListener('error', () => failed(new Error(`${script.src} cannot be loaded`)));
});

/** Keeps a chart as wide as the room it has; fails where plotly.js cannot be had. */
export async function watch(id) {
  if (!window.Plotly) await loaded(library());
  const host = document.getElementById(id)?.closest('.chart-plot');
  if (host) sizes.observe(host);
}

// Arrow keys: from point to point in the order of positions, whatever series they belong to. What the pointer would say is also said to
// who cannot see it.
const places = new WeakMap();
document.addEventListener('keydown', event => {
  const plot = event.target.matches?.('.chart-plot') && plotIn(event.target);
  if (!plot || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'Escape') window.Plotly.Fx.unhover(plot);
  const points = told(plot);
  const at = places.get(plot) ?? -1;
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: points.length - 1 }[event.key];
  if (next === undefined || points.length === 0) return;
  event.preventDefault();
  const place = Math.min(points.length - 1, Math.max(0, next));
  places.set(plot, place);
  const { curveNumber, pointNumber, text } = points[place];
  try {
    window.Plotly.Fx.hover(plot, [{ curveNumber, pointNumber }]);
  } catch { /* Outside what is seen now: it is still said. */ }
  const line = document.getElementById('announce');
  if (line) line.textContent = plain(text);
});

function told(plot) {
  const { hovermode, yaxis } = plot._fullLayout;
  const isSideways = hovermode === 'closest' && yaxis.range[0] > yaxis.range[1];
  const seenTexts = new Set();
  return plot._fullData.flatMap((trace, curveNumber) => (trace.visible === true && trace.hovertext?.length ? [...trace.hovertext] : [])
    .map((text, pointNumber) => ({ curveNumber, pointNumber, text, at: (isSideways ? trace.y : trace.x)[pointNumber], value: (isSideways ? trace.x : trace.y)[pointNumber] })))
    .filter(p => p.text && p.at !== null && p.value !== null && !seenTexts.has(p.text) && seenTexts.add(p.text))
    .sort((a, b) => a.at - b.at);
}

const plain = text => text.replaceAll('<br>', ', ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

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
