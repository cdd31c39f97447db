import { check, go, signIn } from '../page.mjs';

// A thousand runs: a page of rows, not a thousand of them.
export async function thousand() {
  const page = await signIn({});
  const begun = Date.now();
  await go(page, '/runs');
  await page.waitForSelector('.runs [data-row]');
  console.log(`a thousand runs after ${Date.now() - begun} ms`);
  check(/of 1,\d\d\d runs/.test(await page.locator('.count').innerText()), `count says ${await page.locator('.count').innerText()}`);
  check(await page.locator('.runs [data-row]').count() < 120, 'all rows are rendered');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForSelector('.runs tr[aria-rowindex="1001"]');
}
