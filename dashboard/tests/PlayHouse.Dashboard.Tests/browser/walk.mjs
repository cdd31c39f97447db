// Walks the dashboard in an installed Chromium. `node walk.mjs SCENARIO BROWSER LINK [argument]`: ends with code 0, or prints what is wrong.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [scenario, executablePath, link, argument] = process.argv.slice(2);
const origin = new URL(link).origin;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const deadline = 120_000;
const problems = [];
const fail = text => problems.push(text);
const check = (isTrue, text) => { if (!isTrue) fail(text); };

const browser = await chromium.launch({
  executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

async function open(options = {}, isExpected = () => false) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(deadline);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  page.on('console', message => { if (message.type() === 'error' && !isExpected(message.text())) fail(`console: ${message.text()}`); });
  page.on('pageerror', error => fail(`script: ${error.message}`));
  // Nothing may leave: no fonts, no statistics, no updates.
  await context.route('**/*', route => {
    const url = route.request().url();
    if (new URL(url).origin === origin || url.startsWith('data:')) return route.continue();
    fail(`a request left the dashboard: ${url}`);
    return route.abort();
  });
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', e => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
  return page;
}

async function signIn(options, isExpected) {
  const page = await open(options, isExpected);
  await page.goto(link);
  await ready(page);
  return page;
}

async function ready(page) {
  await page.waitForSelector('.shell h1');
  await page.waitForFunction(() => !document.querySelector('.loading'));
}

async function go(page, path) {
  await page.goto(origin + path);
  await ready(page);
}

const overflow = page => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function audit(page, name) {
  // Through the protocol, not as a script element: the policy of the page stays in force.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  for (const v of violations) fail(`${name}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')}`);
}

const scenarios = {
  // Every page in both colours, wide, narrow and at 200 %: nothing is inaccessible, nothing scrolls sideways.
  async pages() {
    // The page for an unknown address is served as what it is.
    const page = await signIn({}, text => text.includes('404'));
    const paths = argument.split(' ');
    for (const path of paths) {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width: 1280, height: 900 });
        await go(page, path);
        await audit(page, `${path} ${colorScheme}`);
        for (const [width, what] of [[1280, 'wide'], [640, '200 %'], [320, 'narrow']]) {
          await page.setViewportSize({ width, height: 800 });
          check(await overflow(page) <= 0, `${path}: scrolls sideways when ${what} (${await overflow(page)} px)`);
        }
        await audit(page, `${path} ${colorScheme} narrow`);
        const small = await page.evaluate(() => [...document.querySelectorAll('main button, header a, footer a, footer button, main input, main select')]
          .filter(e => e.offsetParent && (e.getBoundingClientRect().height < 20 || e.getBoundingClientRect().width < 20)).map(e => e.outerHTML.slice(0, 100)));
        check(small.length === 0, `${path}: targets too small: ${small.join(' ')}`);
      }
    }
    await page.emulateMedia({ forcedColors: 'active' });
    await go(page, paths[0]);
    check(await overflow(page) <= 0, 'scrolls sideways with forced colours');
  },

  // Everything without a mouse.
  async keyboard() {
    const page = await signIn({});
    // A page begins at its heading; the skip link is the first stop of the document.
    await page.evaluate(() => document.activeElement.blur());
    check(await page.evaluate(() => document.querySelector('.shell a, .shell button').matches('.skip')), 'the first stop is not the skip link');
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    check(await page.evaluate(() => document.activeElement.id === 'main'), 'the skip link does not lead to the content');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL('**/runs');
    await page.waitForSelector('.runs [data-row]');
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
    await page.keyboard.press('g');
    await page.keyboard.press('h');
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
  },

  // The address is the state: filters, reload, back, copied link.
  async state() {
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
    for (const word of ['KEEP', 'The load was near its limit', 'steal above 2 %', 'ToByteArrayReplyCodec.Encode', 'received→enqueued', 'the toggled code ran', 'Exact change']) {
      check(text.includes(word), `the page of a run lacks: ${word}`);
    }
    await go(page, '/runs/r-none');
    check((await page.locator('main').innerText()).includes('r-none'), 'an unknown run is not named');
    await go(page, '/runs/r-20250102-000001-failed');
    check((await page.locator('main').innerText()).includes('no launch of candidate completed'), 'a failed run does not say why');
    await page.locator('.notice summary').click();
    check((await page.locator('.notice pre').innerText()).includes('<script>alert(1)</script>'), 'output of a process is not shown as text');
  },

  // A thousand runs: a page of rows, not a thousand of them.
  async thousand() {
    const page = await signIn({});
    const begun = Date.now();
    await go(page, '/runs');
    await page.waitForSelector('.runs [data-row]');
    console.log(`a thousand runs after ${Date.now() - begun} ms`);
    check(/of 1,\d\d\d runs/.test(await page.locator('.count').innerText()), `count says ${await page.locator('.count').innerText()}`);
    check(await page.locator('.runs [data-row]').count() < 120, 'all rows are rendered');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForSelector('.runs tr[aria-rowindex="1001"]');
  },

  // A run that goes on: follow it, load the page again, cancel it. Says "ready" and waits for words on standard input.
  async live() {
    const page = await signIn({});
    await go(page, `/runs/${argument}/live`);
    await page.waitForSelector('.strip .waiting');
    console.log('ready');
    await page.waitForSelector('.strip .accepted');
    await page.reload();
    await ready(page);
    await page.waitForSelector('.strip .accepted');
    await audit(page, 'live');
    check(await page.locator('.steps-line .now').innerText() === 'execute', 'the step is not shown');
    await page.getByRole('button', { name: 'Cancel the run' }).first().click();
    await page.waitForSelector('#cancel-dialog[open]');
    await page.getByRole('button', { name: 'Keep it running' }).click();
    await page.waitForSelector('#cancel-dialog', { state: 'hidden' });
    console.log('kept');
    await page.getByRole('button', { name: 'Cancel the run' }).first().click();
    await page.locator('#cancel-dialog .danger').click();
    console.log('cancelled');
    await page.getByText('See the result').waitFor();
  },

  // The server dies and comes back: the page says so, then asks to sign in again.
  async lost() {
    const page = await signIn({}, text => /WebSocket|ERR_CONNECTION|Connection|disconnect|Failed to (fetch|load|start)|negotiat|401/i.test(text));
    await go(page, '/runs');
    console.log('kill');
    await page.waitForSelector('#components-reconnect-modal.components-reconnect-show, #components-reconnect-modal.components-reconnect-retrying, #components-reconnect-modal.components-reconnect-failed');
    check(await page.locator('#components-reconnect-modal').isVisible(), 'a lost connection is not shown');
    check((await page.locator('h1').first().innerText()) === 'Runs', 'the page went away with the connection');
    console.log('start');
    await page.waitForFunction(() => document.title.startsWith('Sign in') || !!document.querySelector('#components-reconnect-modal.components-reconnect-failed'));
    if (!await page.title().then(t => t.startsWith('Sign in'))) await page.locator('[data-reconnect]').click();
    await page.waitForFunction(() => document.title.startsWith('Sign in'));
    check(await page.locator('input[name=return]').inputValue() === '/runs', 'signing in again does not lead back');
    await audit(page, 'sign in');
  },
};

try {
  await scenarios[scenario]();
} catch (error) {
  fail(error.stack ?? String(error));
} finally {
  await browser.close();
}
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exit(problems.length ? 1 : 0);
