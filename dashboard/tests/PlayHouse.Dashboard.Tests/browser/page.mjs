// What every scenario uses: the browser, a signed-in page that lets nothing leave, and checks that are collected.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const deadline = 120_000;

// Of the walk that is made now.
export let link, argument, origin, problems = [];
export let browser;
export const fail = text => problems.push(text);
export const check = (isTrue, text) => { if (!isTrue) fail(text); };

export async function start(executablePath) {
  browser = await chromium.launch({
    executablePath,
    // No name is looked up: a page that asks for another machine gets nothing.
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  });
}

export const stop = () => browser.close();

export function begin(...walk) {
  [link, argument = ''] = walk;
  origin = new URL(link).origin;
  problems = [];
}

export const end = () => Promise.all(browser.contexts().map(c => c.close()));

// What the browser says while the server is gone.
export const isOfLostServer = text => /WebSocket|ERR_CONNECTION|Connection|disconnect|Failed to (fetch|load|start)|negotiat|401/i.test(text);

export async function open(options = {}, isExpected = () => false, isAsked = () => false) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(deadline);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  // Nothing may leave: no fonts, no statistics, no updates. Watched, not routed: a browser that hands its requests over keeps nothing in its cache.
  context.on('request', request => {
    const url = request.url();
    if (new URL(url).origin !== origin && !url.startsWith('data:') && !isAsked(url)) fail(`a request left for elsewhere: ${url}`);
  });
  const page = await context.newPage();
  page.on('console', message => { if (message.type() === 'error' && !isExpected(message.text(), message.location().url)) fail(`console: ${message.text()}`); });
  // The framework's script sends the answer of a call from the server and catches nothing: where the connection is lost, the page reports the refusal.
  page.on('pageerror', error => { if (isExpected !== isOfLostServer || !isOfLostServer(error.message)) fail(`script: ${error.message}`); });
  page.on('websocket', socket => { if (new URL(socket.url()).host !== new URL(link).host) fail(`a connection left for elsewhere: ${socket.url()}`); });
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', e => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
  return page;
}

export async function signIn(options, isExpected) {
  const page = await open(options, isExpected);
  await page.goto(link);
  await ready(page);
  return page;
}

export async function ready(page) {
  await page.waitForSelector('.shell h1');
  // The title comes with the first render of the page's own connection.
  await page.waitForFunction(() => !document.querySelector('.loading') && document.title !== '').catch(async error => {
    const seen = await page.evaluate(() => `title '${document.title}', ${document.querySelector('.loading')?.innerText ?? 'nothing loads'}`);
    throw new Error(`${page.url()} was not ready: ${seen}. ${error.message}`);
  });
}

// A navigation gives the heading the focus after the first render: it would take it from what has it by then, and the keys with it.
export const atHeading = page => page.waitForFunction(() => document.activeElement?.tagName === 'H1');

export async function go(page, path) {
  await page.goto(origin + path);
  await ready(page);
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

// A line that the test says on standard input.
export const hear = async () => (await lines.next()).value;

// Says a word and waits until the test has looked.
export async function tell(word) {
  console.log(word);
  await hear();
}

// Keys that belong together, sent at once: a page that takes long over the first has the second waiting.
export const chord = (page, keys) => Promise.all(keys.split(' ').map(key => page.keyboard.press(key)));

export const overflow = page => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export async function audit(page, name, rules = null) {
  // Through the protocol, not as a script element: the policy of the page stays in force.
  if (!await page.evaluate(() => !!window.axe)) await page.evaluate(axe);
  const runOnly = rules ? { type: 'rule', values: rules } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // This reporter describes no element that passes: a third less work for the same rules.
  const { violations } = await page.evaluate(runOnly => axe.run(document, { runOnly, reporter: 'no-passes', resultTypes: ['violations'] }), runOnly);
  for (const v of violations) fail(`${name}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')}`);
}
