// The address of a page that is typed into. Navigating would take the reader back to the top with every letter.

// Says what the page shows now, without going anywhere.
export function replace(path) {
  history.replaceState(history.state, '', new URL(path, document.baseURI));
}

// Keeps what has the focus where it is on the screen while the next navigation scrolls to the top.
export function hold() {
  const element = document.activeElement;
  if (!element || window.scrollY === 0) return;
  const { top } = element.getBoundingClientRect();
  const back = () => { if (element.isConnected) window.scrollBy(0, element.getBoundingClientRect().top - top); };
  window.addEventListener('scroll', back, { once: true });
  // A navigation that does not scroll must not catch the reader's own scrolling later.
  setTimeout(() => window.removeEventListener('scroll', back), 1000);
}
