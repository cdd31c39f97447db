// What pages need from the browser itself: keys, copying, dialogs, colours, and coming back after a lost connection.
const SequenceMs = 1200;

const storage = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* Remembered until the page is left. */ } },
};

function announce(text) {
  const line = document.getElementById('announce');
  if (!line) return;
  // An unchanged text is not read again.
  line.textContent = '';
  requestAnimationFrame(() => { line.textContent = text; });
}

async function copy(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'quiet';
    document.body.append(field);
    field.select();
    done = document.execCommand('copy');
    field.remove();
    button.focus();
  }
  announce(done ? 'Copied' : 'This browser does not allow copying');
  button.dataset.done = done ? 'true' : 'false';
  setTimeout(() => { delete button.dataset.done; }, 1500);
}

document.addEventListener('click', event => {
  const target = event.target.closest('[data-copy],[data-copy-link],[data-skip],[data-help],[data-open],[data-reconnect]');
  if (!target) return;
  const data = target.dataset;
  if ('copy' in data) copy(data.copy, target);
  else if ('copyLink' in data) copy(location.href, target);
  else if ('help' in data) document.getElementById('key-help')?.showModal();
  else if ('open' in data) document.getElementById(data.open)?.showModal();
  else if ('reconnect' in data) location.reload();
  else if ('skip' in data) {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }
});

// Settings of this browser. The controls come and go with their page, so they are filled when they appear.
function fillSettings() {
  const theme = storage.get('plab-theme') ?? 'system';
  const choice = document.querySelector(`[data-theme-choice] input[value="${CSS.escape(theme)}"]`);
  if (choice && !choice.checked) choice.checked = true;
  const keys = document.querySelector('[data-keys-on]');
  const wanted = storage.get('plab-keys') !== 'off';
  if (keys && keys.checked !== wanted) keys.checked = wanted;
}
new MutationObserver(fillSettings).observe(document.body, { childList: true, subtree: true });
fillSettings();

document.addEventListener('change', event => {
  if (event.target.closest('[data-theme-choice]')) {
    const theme = event.target.value;
    storage.set('plab-theme', theme === 'system' ? null : theme);
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  } else if (event.target.matches('[data-keys-on]')) {
    storage.set('plab-keys', event.target.checked ? null : 'off');
  }
});

// Keys. The list is the server's; this only looks keys up in it.
function bindings() {
  try { return JSON.parse(document.getElementById('key-help')?.dataset.keys ?? '[]'); } catch { return []; }
}

const isTyping = element =>
  !!element?.closest('input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable=""],[contenteditable=true],[role=textbox]');

function moveRow(step) {
  const rows = [...document.querySelectorAll('main [data-row]')].filter(r => r.offsetParent !== null);
  if (rows.length === 0) return;
  const now = rows.indexOf(document.activeElement);
  const next = rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, now + step))];
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

// A picture of call paths next to charts takes the key while it has the focus; on pages without charts it is the only one.
function twin() {
  const paths = document.querySelector('main [data-key=twin]');
  const chart = document.querySelector('[data-chart-mode][aria-pressed=false]');
  return paths && (!chart || paths.closest('section').contains(document.activeElement)) ? paths : chart;
}

const actions = {
  go: binding => Blazor.navigateTo(binding.target),
  search: () => { const field = document.querySelector('main [data-search]'); field?.focus(); field?.select?.(); },
  help: () => document.getElementById('key-help')?.showModal(),
  nextRow: () => moveRow(1),
  previousRow: () => moveRow(-1),
  twin: () => twin()?.click(),
  recursion: () => document.querySelector('main [data-key=recursion]')?.click(),
  swap: () => document.querySelector('main [data-swap]')?.click(),
};

let pending = '';
let pendingAt = 0;
document.addEventListener('keydown', event => {
  const isOff = storage.get('plab-keys') === 'off';
  if (isOff || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat && !'jk'.includes(event.key)) return;
  if (event.key.length !== 1 || isTyping(event.target) || document.querySelector('dialog[open]')) { pending = ''; return; }
  const all = bindings();
  const sequence = pending && event.timeStamp - pendingAt < SequenceMs ? `${pending} ${event.key}` : event.key;
  const found = all.find(b => b.keys === sequence);
  pending = '';
  if (found && actions[found.action]) {
    event.preventDefault();
    actions[found.action](found);
  } else if (all.some(b => b.keys.startsWith(`${event.key} `))) {
    pending = event.key;
    pendingAt = event.timeStamp;
  }
});

// The server can refuse an event whose handler it has exchanged while it drew the page. A search field then says its text once more, or what was typed last would
// never be searched for.
let retold;
addEventListener('unhandledrejection', event => {
  const field = document.activeElement;
  if (!event.reason?.message?.includes("'DispatchEventAsync'") || !field?.matches('[data-search]') || retold === field.value) return;
  event.preventDefault();
  retold = field.value;
  requestAnimationFrame(() => field.dispatchEvent(new Event('input', { bubbles: true })));
});

// A restarted server knows nothing of this page. Loading it again brings everything back: the address is the state.
const panel = document.getElementById('components-reconnect-modal');
if (panel) {
  let asking = 0;
  // A new server does not know this browser: every attempt to reconnect is refused, and only loading the page leads to signing in.
  const ask = async () => {
    const answer = await fetch('_blazor/initializers', { cache: 'no-store' }).catch(() => null);
    if (answer?.status === 401) location.reload();
  };
  new MutationObserver(() => {
    if (panel.classList.contains('components-reconnect-rejected')) location.reload();
    const isLost = /components-reconnect-(show|retrying|failed)/.test(panel.className);
    if (isLost && !asking) asking = setInterval(ask, 2000);
    else if (!isLost && asking) { clearInterval(asking); asking = 0; }
  }).observe(panel, { attributes: true, attributeFilter: ['class'] });
}
