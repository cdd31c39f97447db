import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { argument, audit, browser, check, chord, deadline, fail, go, overflow, ready, signIn } from '../page.mjs';

const figures = page => page.locator('.compare tbody tr td.num').allInnerTexts();

async function download(page, name) {
  const menu = page.locator('details.menu');
  if (!await menu.evaluate(e => e.open)) await menu.locator('summary').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

// The address is the comparison: swap by key, drill into a metric, show what is hidden, load it again.
export async function compare() {
  const [wide, beside, otherLoad] = argument.split(' ');
  const page = await signIn({}, text => /plotly|ERR_FAILED|404/.test(text));
  // Fixed pictures: their words and marks can be read as text.
  await page.context().route('**/plotly-basic*', route => route.fulfill({ status: 404, body: '' }));
  await go(page, '/');
  await page.evaluate(() => document.activeElement.blur());
  await chord(page, 'g c');
  await page.waitForURL('**/compare');
  await page.waitForSelector('.plain [data-row]');
  const begun = Date.now();
  await go(page, `/compare?base=${wide}&all=true`);
  await page.waitForSelector('#drill svg');
  console.log(`20 metrics, 30 launches an arm after ${Date.now() - begun} ms`);
  check(await page.locator('.compare tbody tr').count() === 20, 'the table does not hold 20 metrics');
  check(await page.locator('#metrics .chart-picture svg text', { hasText: /^latency-p999$/ }).count() === 1, 'the forest lacks a metric');
  await page.locator('#metrics [data-chart-mode=table]').click();
  await page.waitForSelector('#drill .chart-table');
  check(await page.locator('#metrics .chart-table tbody tr').count() === 20, 'the forest does not hold 20 metrics');
  check(await page.locator('#drill .chart-table tbody td:first-child', { hasText: /^(baseline|candidate)$/ }).count() === 60, 'the strips do not hold 60 launches');

  await go(page, `/compare?base=${wide}`);
  const hidden = page.locator('.hidden-count');
  check(/^Hidden because irrelevant: \d+ metrics/.test(await hidden.innerText()), `says: ${await hidden.innerText()}`);
  const rows = await page.locator('.compare tbody tr').count();
  const some = await figures(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('x');
  await page.waitForURL(`**base=${wide}:candidate&cand=${wide}:baseline`);
  await page.getByText('A and B are swapped:').waitFor();
  const turned = await figures(page);
  check(turned[0] === some[1] && turned[1] === some[0], 'swapping does not exchange the medians');
  check(turned[2].startsWith('+') && some[2].startsWith('-'), `swapping does not turn the change: ${some[2]} and ${turned[2]}`);
  check((await page.locator('.banner .word').innerText()).includes('KEEP'), 'the verdict lost its word');
  await page.keyboard.press('x');
  await page.waitForURL(`**base=${wide}:baseline&cand=${wide}:candidate`);
  await page.waitForFunction(() => !document.body.innerText.includes('A and B are swapped:'));

  await page.getByRole('link', { name: 'cpu-us/msg' }).click();
  await page.waitForURL('**metric=cpu-us-per-message#drill');
  await page.locator('#drill h2', { hasText: 'cpu-us/msg' }).waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.waitForURL('**all=true*');
  await page.waitForFunction(n => document.querySelectorAll('.compare tbody tr').length > n, rows);
  for (const [view, text] of [['order of launches', 'in the order of the launches'], ['spread', 'share of launches at or below'], ['latency percentiles', 'Latency by percentile'],
    ['call sites', 'From the call sites to the exact change'], ['collections', 'Heap of candidate after each collection'], ['other scenarios', 'effect of each change in each scenario']]) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await page.locator('#drill svg', { hasText: text }).first().waitFor();
  }
  await page.reload();
  await ready(page);
  await page.locator('#drill svg', { hasText: 'effect of each change in each scenario' }).waitFor();
  check(await page.locator('.compare tbody tr').count() === 20, 'a reload hides what was shown');
  check(new URL(page.url()).searchParams.get('metric') === 'cpu-us-per-message', 'a reload forgets the metric');

  await go(page, `/compare?base=${wide}:candidate&cand=${beside}:candidate`);
  check((await page.locator('.banner').innerText()).includes('NOT INTERLEAVED'), 'arms of two runs are not told apart from a verdict');
  check(await page.locator('.compare tbody tr').count() === 20, 'arms of two runs have no table');
  await page.getByLabel('Run').nth(1).fill(otherLoad);
  await page.getByLabel('Run').nth(1).press('Tab');
  await page.getByText('Not comparable').waitFor();
  const refused = await page.locator('main').innerText();
  check(refused.includes('The scenario differs') && refused.includes('The payload bytes differs'), 'a refusal does not say why');
  check(await page.locator('a[href^="experiments/new?run="]').count() === 1, 'a refusal leads nowhere');
}

// What is downloaded is what the command line writes; the report opens from a file and asks for nothing.
export async function compareFiles() {
  const [wide, , , folder] = argument.split(' ');
  const page = await signIn({});
  await go(page, `/compare?base=${wide}`);
  for (const [name, ending] of [['Markdown', 'md'], ['CSV of the metrics', 'csv'], ['JSON', 'json'], ['HTML report, one file', 'html']]) {
    const file = await download(page, name);
    check(file.name === `${wide}.${ending}`, `the file is called ${file.name}`);
    check(readFileSync(file.path).equals(readFileSync(`${folder}/run.${ending}`)), `${name} is not what the command line writes`);
  }
  await page.context().close();

  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(deadline);
    const report = await context.newPage();
    report.on('request', r => { if (!r.url().startsWith('file:')) fail(`the report asks for ${r.url()}`); });
    report.on('console', m => { if (m.type() === 'error') fail(`report: ${m.text()}`); });
    await report.goto(pathToFileURL(`${folder}/run.html`).href);
    await audit(report, `report ${colorScheme}`);
    await report.setViewportSize({ width: 320, height: 800 });
    check(await overflow(report) <= 0, `the report scrolls sideways (${await overflow(report)} px)`);
    check((await report.locator('.word').innerText()).startsWith('KEEP'), 'the report lacks its verdict');
    await context.close();
  }
}
