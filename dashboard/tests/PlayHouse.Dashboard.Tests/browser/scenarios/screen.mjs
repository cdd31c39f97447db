import { argument, audit, check, fail, go, overflow, ready, signIn } from '../page.mjs';

// A screen of several toggles: from the list of runs to its effects, as figures, as pictures, and on a narrow page.
export async function screen() {
  const page = await signIn();
  await go(page, '/runs');
  await page.getByRole('link', { name: '000-screen-c2s-proto-echo' }).click();
  await page.waitForURL(`**/screen/${argument}`);
  await ready(page);
  await page.waitForSelector('#bytes-per-message .chart');
  const rows = await page.locator('#bytes-per-message table.data tbody tr').allInnerTexts();
  const said = name => rows.find(r => r.startsWith(name)) ?? fail(`no row for ${name}`) ?? '';
  check(rows.length === 3, `the screen has ${rows.length} effects of bytes, not 3`);
  check(/\+31\.90 B/.test(said('reply-codec × message-id')), `the interaction says: ${said('reply-codec × message-id')}`);
  check(said('reply-codec × message-id').trim().endsWith('yes'), 'the interaction does not stand out');
  const text = await page.locator('main').innerText();
  for (const words of ['reply-codec: to-byte-array → write-to-span', 'lock: scenario c2s-proto-echo does not execute it', 'add up to', 'masked'])
    check(text.includes(words), `the page does not say: ${words}`);
  const titles = await page.locator('#bytes-per-message .chart').count();
  check(titles === 4, `the page has ${titles} charts of bytes, not 4: effects, interaction, half-normal, ablation`);
  await audit(page, 'screen');
  await page.setViewportSize({ width: 360, height: 800 });
  check(await overflow(page) <= 0, 'the page is wider than a narrow window');
  // A run of two arms is no screen, and says so.
  await go(page, '/screen/r-20250101-000000-keep');
  check((await page.locator('main').innerText()).includes('screens nothing'), 'a run of two arms is shown as a screen');
}
