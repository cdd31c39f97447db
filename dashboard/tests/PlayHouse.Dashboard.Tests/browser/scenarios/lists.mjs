import { readFileSync } from 'node:fs';
import { argument, check, go, signIn } from '../page.mjs';

// Many runs: a page of rows, not all of them.
export async function manyRows() {
  const page = await signIn({});
  const begun = Date.now();
  await go(page, '/runs');
  await page.waitForSelector('.runs [data-row]');
  console.log(`${argument} runs after ${Date.now() - begun} ms`);
  check((await page.locator('.count').innerText()).includes(`of ${Number(argument).toLocaleString('en-US')} runs`), `count says ${await page.locator('.count').innerText()}`);
  check(await page.locator('.runs [data-row]').count() < 120, 'all rows are rendered');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForSelector(`.runs tr[aria-rowindex="${Number(argument) + 1}"]`);
  await sorted(page);
}

// Heads sort, by the figure and not by its text; the file has every row, not those that are rendered.
async function sorted(page) {
  const first = () => page.locator('.runs tbody tr[aria-rowindex="2"] [data-row]').getAttribute('href');
  const head = page.getByRole('columnheader', { name: /^Created/ });
  await page.evaluate(() => window.scrollTo(0, 0));
  const newest = await first();
  await head.getByRole('button').click();
  await page.waitForSelector('.runs th[aria-sort=ascending]');
  await page.waitForFunction(was => ![was, undefined].includes(document.querySelector('.runs tbody tr[aria-rowindex="2"] [data-row]')?.getAttribute('href')), newest);
  await head.getByRole('button').click();
  await page.waitForSelector('.runs th[aria-sort=descending]');
  await page.waitForFunction(was => document.querySelector('.runs tbody tr[aria-rowindex="2"] [data-row]')?.getAttribute('href') === was, newest);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV: Runs, newest first' }).click()]);
  const lines = readFileSync(await download.path(), 'utf8').trimEnd().split('\n');
  const all = Number((await page.locator('.count').innerText()).match(/of ([\d,]+) runs/)[1].replaceAll(',', ''));
  check(lines.length === all + 1, `${lines.length - 1} of ${all} runs are in the file`);
  check(lines[0] === 'id,Experiment,Verdict,Change in bytes,Pairs or blocks,Created (UTC)', `the file begins with ${lines[0]}`);
}
