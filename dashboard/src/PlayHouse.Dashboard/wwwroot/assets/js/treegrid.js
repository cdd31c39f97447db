// Moves through the rows of a tree with the keys that readers of screens expect. The rows are the server's.
class TreeGrid {
  constructor(table, server, frame) {
    this.body = table.tBodies[0];
    this.server = server;
    this.ends = new AbortController();
    const { signal } = this.ends;
    table.addEventListener('keydown', event => this.key(event), { signal });
    table.addEventListener('click', event => this.point(event.target.closest('tbody tr')), { signal });
    table.addEventListener('focusin', event => { if (event.target.matches('tbody tr')) this.point(event.target); }, { signal });
    document.addEventListener('click', event => {
      if (event.target.closest?.('[data-key=twin]')) this.leave();
    }, { signal });
    // One row can be reached with Tab, whichever rows come and go.
    this.watch = new MutationObserver(() => this.point(this.row ?? this.body.rows[0]));
    this.watch.observe(this.body, { childList: true });
    // From the first moment: a click on the button next to the rows goes to the row that the page asks for.
    this.point(this.rowOf(frame) ?? this.body.rows[0]);
  }

  get row() {
    return this.body.querySelector('tr[tabindex="0"]');
  }

  rowOf(frame) {
    return this.body.querySelector(`tr[data-frame="${Number(frame)}"]`);
  }

  point(row) {
    if (!row || row === this.row) return;
    this.row?.setAttribute('tabindex', '-1');
    row.setAttribute('tabindex', '0');
  }

  go(row) {
    if (!row) return;
    this.point(row);
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
  }

  show(frame, takesFocus) {
    const row = this.rowOf(frame);
    this.point(row);
    if (takesFocus) this.go(row);
    else row?.scrollIntoView({ block: 'nearest' });
  }

  key(event) {
    const row = event.target.closest('tbody tr');
    if (!row || event.target !== row || event.ctrlKey || event.altKey || event.metaKey) return;
    const isOpen = row.getAttribute('aria-expanded');
    const toggle = () => row.querySelector('[data-toggle]').click();
    const move = {
      ArrowDown: () => this.go(row.nextElementSibling),
      ArrowUp: () => this.go(row.previousElementSibling),
      Home: () => this.go(this.body.rows[0]),
      End: () => this.go(this.body.rows[this.body.rows.length - 1]),
      ArrowRight: () => { if (isOpen === 'false') toggle(); else if (isOpen) this.go(row.nextElementSibling); },
      ArrowLeft: () => { if (isOpen === 'true') toggle(); else this.go(this.above(row)); },
      Enter: () => this.leave(),
    }[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }

  // To the same frame in the picture. A page that has lost its server says so itself.
  leave() {
    this.server.invokeMethodAsync('TwinAsync', Number(this.row?.dataset.frame ?? 0)).catch(() => { });
  }

  above(row) {
    const level = Number(row.ariaLevel);
    let at = row.previousElementSibling;
    while (at && Number(at.ariaLevel) >= level) at = at.previousElementSibling;
    return at;
  }

  dispose() {
    this.ends.abort();
    this.watch.disconnect();
  }
}

export const create = (table, server, frame) => new TreeGrid(table, server, frame);
