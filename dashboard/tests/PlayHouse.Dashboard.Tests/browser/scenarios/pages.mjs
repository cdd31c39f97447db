import { argument, atHeading, audit, check, chord, go, overflow, ready, signIn } from '../page.mjs';

// What a narrow page can break: its words, names and roles are those of the wide one, which is asked for every rule.
const narrowRules = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'nested-interactive', 'button-name', 'link-name', 'label'];

// The page for an unknown address is served as what it is.
const enter = async () => [await signIn({}, text => text.includes('404')), argument.split(' ')];

// Every page, light and wide: nothing is inaccessible, and nothing scrolls sideways at any width.
export async function lightPages() {
  const [page, paths] = await enter();
  for (const path of paths) {
    await go(page, path);
    await keepsItsWidth(page, path);
    await audit(page, `${path} light`);
  }
}

// The same, and what narrow pages, dark colours and forced ones can break.
export async function pages() {
  const [page, paths] = await enter();
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 800 });
    await go(page, path);
    await audit(page, `${path} narrow`, narrowRules);
    const small = await page.evaluate(() => [...document.querySelectorAll('main button, header a, footer a, footer button, main input, main select')]
      .filter(e => e.offsetParent && (e.getBoundingClientRect().height < 20 || e.getBoundingClientRect().width < 20)).map(e => e.outerHTML.slice(0, 100)));
    check(small.length === 0, `${path}: targets too small: ${small.join(' ')}`);
    await keepsItsWidth(page, path);
    await audit(page, `${path} light`);
    // The layout is the same: only colours are looked at again.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await audit(page, `${path} dark`, ['color-contrast', 'link-in-text-block']);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await go(page, paths[0]);
  check(await overflow(page) <= 0, 'scrolls sideways with forced colours');
}

async function keepsItsWidth(page, path) {
  for (const [width, what] of [[320, 'narrow'], [640, '200 %'], [1280, 'wide']]) {
    await page.setViewportSize({ width, height: 900 });
    check(await overflow(page) <= 0, `${path}: scrolls sideways when ${what} (${await overflow(page)} px)`);
  }
}

// Everything without a mouse.
export async function keyboard() {
  const page = await signIn({});
  // A page begins at its heading; the skip link is the first stop of the document.
  await atHeading(page);
  await page.evaluate(() => document.activeElement.blur());
  check(await page.evaluate(() => document.querySelector('.shell a, .shell button').matches('.skip')), 'the first stop is not the skip link');
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  check(await page.evaluate(() => document.activeElement.id === 'main'), 'the skip link does not lead to the content');
  await chord(page, 'g r');
  await page.waitForURL('**/runs');
  await page.waitForSelector('.runs [data-row]');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && document.activeElement.textContent.trim() === 'Runs');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const first = await page.evaluate(() => document.activeElement.getAttribute('href'));
  check(first === await page.locator('.runs [data-row]').first().getAttribute('href'), `j j k does not end on the first row but on ${first}`);
  await page.keyboard.press('/');
  check(await page.evaluate(() => document.activeElement.matches('[data-search]')), '/ does not go to the search field');
  await page.keyboard.type('gr?jx');
  check(await page.inputValue('[data-search]') === 'gr?jx', 'keys were taken while typing');
  check(!await page.locator('#key-help').isVisible(), 'the list of keys opened while typing');
  await page.waitForURL('**q=gr%3Fjx');
  await page.locator('[data-search]').fill('');
  await page.waitForURL(url => !url.search.includes('q='));
  // An event that the server refused: the field says again what was typed.
  await page.evaluate(() => {
    document.activeElement.value = 'reply';
    Promise.reject(new Error("There was an exception invoking 'DispatchEventAsync'."));
  });
  await page.waitForURL('**q=reply');
  await page.locator('[data-search]').fill('');
  await page.waitForURL(url => !url.search.includes('q='));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('#key-help[open]');
  await audit(page, 'list of keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#key-help', { state: 'hidden' });
  await page.waitForSelector('.runs [data-row]');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/runs/r-*');
  await ready(page);
  await page.waitForFunction(() => document.activeElement.tagName === 'H1');
  await chord(page, 'g h');
  await page.waitForURL('**/help');
  await page.locator('[data-keys-on]').uncheck();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  check(!await page.locator('#key-help').isVisible(), 'keys that are off still do something');
  await page.reload();
  await ready(page);
  check(!await page.locator('[data-keys-on]').isChecked(), 'keys that are off are on again after a reload');
  await page.locator('[data-theme-choice] input[value=dark]').check();
  await page.reload();
  await ready(page);
  check(await page.evaluate(() => document.documentElement.dataset.theme) === 'dark', 'the chosen colours are forgotten');
}

// The address is the state: filters, reload, back, copied link.
export async function state() {
  const page = await signIn({});
  await go(page, '/runs');
  const all = await page.locator('.count').innerText();
  await page.getByLabel('Verdict').selectOption('keep');
  await page.waitForURL('**verdict=keep');
  await page.waitForFunction(text => document.querySelector('.count').innerText !== text, all);
  const some = await page.locator('.count').innerText();
  await page.reload();
  await ready(page);
  check(await page.locator('.count').innerText() === some, 'a reload shows other rows');
  check(await page.getByLabel('Verdict').inputValue() === 'keep', 'a reload forgets the filter');
  await page.locator('[data-copy-link]').click();
  check(await page.evaluate(() => navigator.clipboard.readText()) === page.url(), 'the copied link is not this page');
  await page.goBack();
  await page.waitForFunction(text => document.querySelector('.count')?.innerText === text, all);
  await go(page, `/runs/${argument}`);
  await page.locator('#next [data-copy]').first().click();
  check((await page.evaluate(() => navigator.clipboard.readText())).startsWith('./plab '), 'the copied command is none');
  check(!some.includes('@'), `the count shows its own source: ${some}`);
  const text = await page.locator('main').innerText();
  for (const word of ['KEEP', 'The load was near its limit', 'ToByteArrayReplyCodec.Encode', 'received→enqueued', 'the toggled code ran', 'Exact change']) {
    check(text.includes(word), `the page of a run lacks: ${word}`);
  }
  await go(page, '/runs/r-none');
  check((await page.locator('main').innerText()).includes('r-none'), 'an unknown run is not named');
  await go(page, '/runs/r-20250102-000001-failed');
  check((await page.locator('main').innerText()).includes('no launch of candidate completed'), 'a failed run does not say why');
  await page.locator('.notice summary').click();
  check((await page.locator('.notice pre').innerText()).includes('<script>alert(1)</script>'), 'output of a process is not shown as text');
}
