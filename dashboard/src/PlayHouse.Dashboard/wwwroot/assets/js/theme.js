// Before anything is drawn: the colours this browser was told to use, so that a page never flashes in the other ones.
(function () {
  try {
    const theme = localStorage.getItem('plab-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch { /* A browser without storage follows the system. */ }
})();
