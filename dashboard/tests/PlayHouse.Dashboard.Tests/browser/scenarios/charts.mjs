import { readFileSync } from 'node:fs';
import { argument, audit, browser, check, go, open, overflow, ready, signIn } from '../page.mjs';
import { rules } from '../plotly-style.mjs';

const drawn = page => page.waitForSelector('.chart-plot[data-drawn]');
const plot = '.chart-plot .js-plotly-plot';

const plots = page => page.locator('.js-plotly-plot').count();

// A chart is explored: pointer, zoom, keys, colours, table and back. Nothing the policy forbids, nothing without words.
export async function charts() {
  const page = await signIn({});
  await go(page, `/runs/${argument}`);
  await drawn(page);
  await audit(page, 'chart');
  await page.locator(`${plot} .nsewdrag`).first().hover();
  const box = await page.locator(`${plot} .points path.point`).first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(`${plot} .hoverlayer .hovertext`);
  const label = (await page.locator(`${plot} .hoverlayer`).textContent()).replaceAll(' ', ' ');
  for (const word of ['bytes/msg', '-34.8 %', '[', 'n = ', 'signed ranks']) check(label.includes(word), `the pointer does not say ${word}: ${label}`);

  await zooms(page);
  await keys(page);
  await colours(page);

  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('t');
  await page.waitForURL('**charts=table');
  await page.waitForSelector('.chart-table');
  check(await plots(page) === 0, 'a chart is held that is not shown');
  await audit(page, 'table');
  await page.reload();
  await page.waitForSelector('.chart-table');
  await page.locator('[data-chart-mode=graph]').first().click();
  await page.waitForURL(url => !url.search.includes('charts'));
  await drawn(page);
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction(selector => document.querySelector(selector)._fullLayout.width <= innerWidth, plot);
    check(await overflow(page) <= 0, `a chart scrolls sideways at ${width}`);
  }
}

async function zooms(page) {
  const words = () => page.evaluate(() => [...document.querySelectorAll('.js-plotly-plot .xtick text')].map(t => t.textContent).join(' '));
  const before = await words();
  const area = await page.locator(`${plot} .nsewdrag`).first().boundingBox();
  await page.mouse.move(area.x + area.width * 0.1, area.y + area.height / 2);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.3, area.y + area.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(text => [...document.querySelectorAll('.js-plotly-plot .xtick text')].map(t => t.textContent).join(' ') !== text && document.querySelectorAll('.js-plotly-plot .xtick text').length > 1, before);
  check(/ %/.test(await words()), `marks after zooming are not in the words of the lab: ${await words()}`);
  await page.getByRole('button', { name: 'Whole chart' }).first().click();
  await page.waitForFunction(text => [...document.querySelectorAll('.js-plotly-plot .xtick text')].map(t => t.textContent).join(' ') === text, before);
}

async function keys(page) {
  await page.locator('.chart-plot').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.getElementById('announce').textContent.includes('bytes/msg'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.getElementById('announce').textContent.includes('cpu-us/msg'));
  await page.locator('.chart-export summary').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.chart-export[open]');
  await audit(page, 'export menu');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.chart-export:not([open])');
}

async function colours(page) {
  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector('.js-plotly-plot .xtick text')).fill);
  const system = await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(was => getComputedStyle(document.querySelector('.js-plotly-plot .xtick text')).fill !== was, system);
  const dark = await ink();
  // What a reader chooses wins over the system.
  await page.evaluate(() => { document.documentElement.dataset.theme = 'light'; });
  await page.waitForFunction(was => getComputedStyle(document.querySelector('.js-plotly-plot .xtick text')).fill === was, system);
  await page.evaluate(() => { delete document.documentElement.dataset.theme; });
  await page.waitForFunction(was => getComputedStyle(document.querySelector('.js-plotly-plot .xtick text')).fill === was, dark);
  await audit(page, 'dark chart');
  await page.emulateMedia({ colorScheme: 'light' });
}

// Every export of a chart, with and without the library that explores. Says each text it got, coded, on a line: the test compares.
export async function exports() {
  const isExpected = text => /plotly|ERR_FAILED|404/.test(text);
  const page = await signIn({}, isExpected);
  const save = async name => {
    await page.locator('.chart-export summary').first().click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    check(/^[a-z0-9-]+\.(png|svg|csv)$/.test(download.suggestedFilename()), `a file is called ${download.suggestedFilename()}`);
    return readFileSync(await download.path());
  };
  const isPng = bytes => bytes.subarray(0, 8).equals(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])) && bytes.length > 2_000;

  await go(page, `/runs/${argument}`);
  await drawn(page);
  check(isPng(await save('Picture (PNG)')), 'the PNG is none');
  check(isPng(await save('What is seen now (PNG)')), 'the PNG of the view is none');
  console.log(`svg ${(await save('Picture (SVG)')).toString('base64')}`);
  console.log(`csv ${(await save('Numbers (CSV)')).toString('base64')}`);
  await page.locator('.chart-export summary').first().click();
  await page.locator('.chart-export').first().getByRole('button', { name: 'Copy as Markdown' }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('### '));

  // The script cannot be had: the same chart as a fixed picture, and the page says how to get the other one.
  // A browser that never had it: what one has loaded before, another of its pages may get without asking.
  const fresh = await open({ storageState: await page.context().storageState() }, isExpected);
  await fresh.context().route('**/plotly-basic*', route => route.fulfill({ status: 404, body: '' }));
  await fresh.goto(page.url());
  await ready(fresh);
  await fresh.waitForSelector('.chart-picture svg').catch(async error => {
    const seen = await fresh.evaluate(() => `${document.querySelector('main')?.innerText.slice(0, 200)}; ${window.Plotly ? 'the script' : 'no script'}, ${document.querySelectorAll('.chart-plot').length} charts, ${document.querySelectorAll('.chart-picture').length} pictures`);
    throw new Error(`${fresh.url()} shows no fixed picture: ${seen}. ${error.message}`);
  });
  await audit(fresh, 'fixed picture');
  await fresh.locator('.chart-export summary').first().click();
  const [csv] = await Promise.all([fresh.waitForEvent('download'), fresh.getByRole('button', { name: 'Numbers (CSV)' }).click()]);
  console.log(`csv ${readFileSync(await csv.path()).toString('base64')}`);
  await fresh.getByText('Why is this picture fixed?').first().click();
  await fresh.waitForURL('**/help#charts');
}

// Fifty times to another page and back: nothing stays behind.
export async function leaks() {
  const page = await signIn({});
  const heap = async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return Math.round(usedSize / 1024);
  };
  const sizes = [];
  await go(page, '/runs');
  for (let i = 0; i < 8; i++) {
    await page.evaluate(path => Blazor.navigateTo(path), `runs/${argument}`);
    await drawn(page);
    check(await plots(page) > 0, 'no chart is drawn');
    await page.evaluate(() => Blazor.navigateTo('runs'));
    await page.waitForSelector('.runs [data-row]');
    await page.waitForFunction(() => !document.querySelector('.js-plotly-plot'));
    if (i % 7 === 0) sizes.push(await heap());
  }
  check(await plots(page) === 0, 'charts are left after 16 navigations');
  console.log(`heap of the page after 2 and 16 navigations: ${sizes.join(', ')} KiB`);
}

// The sheet of the dashboard holds the rules of the version that is used.
export async function plotlyStyle() {
  const made = await rules(browser);
  check(made === readFileSync(argument, 'utf8'), 'plotly.css is not what plotly-style.mjs makes of this version');
}
