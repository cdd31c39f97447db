import { argument, audit, check, deadline, go, signIn, tell } from '../page.mjs';

// One run measures on a machine at a time, and the process of the one before may need a moment to end: until then the page says so.
async function start(page, run, button) {
  const isLive = () => page.url().endsWith('/live');
  for (const begun = Date.now(); Date.now() - begun < deadline;) {
    await go(page, `/runs/${run}`);
    await page.getByRole('button', { name: button }).click();
    await page.waitForFunction(() => location.pathname.endsWith('/live') || document.querySelector('main [role=alert]'));
    if (isLive()) return;
    const refusal = await page.locator('main [role=alert]').innerText();
    if (!/measur|machine/i.test(refusal)) break;
  }
  throw new Error(`${button}: ${await page.locator('main').innerText()}`);
}

async function cancel(page) {
  await page.getByRole('button', { name: 'Cancel the run' }).first().click();
  await page.locator('#cancel-dialog .danger').click();
  await page.getByText('See the result').waitFor();
}

// A run made again, one that is resumed where it stopped, and what retention removes of them.
export async function again() {
  const [ended, stopped] = argument.split(' ');
  const page = await signIn({});
  await start(page, ended, 'Run again');
  check(!page.url().includes(ended), 'a run made again is the same run');
  await page.waitForSelector('.strip .waiting');
  await tell('again');
  await cancel(page);
  await tell('cancelled');

  await start(page, stopped, 'Resume this run');
  check(page.url().includes(stopped), 'resuming makes another run');
  await tell('resumed');
  await cancel(page);
  await tell('ended');

  await go(page, '/help');
  const said = page.locator('#retention [role=status]');
  await page.getByLabel('Runs that no decision cites, too').check();
  await said.getByText('Would remove 1 trace (5 B) and 1 run.').waitFor();
  await page.getByText('What stays all the same (2)').click();
  const kept = await page.locator('#retention details').innerText();
  check(kept.includes(`${ended}: a decision cites it`), `what stays is not said: ${kept}`);
  check(kept.includes('its question has several runs'), `the run made again is not kept for its question: ${kept}`);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.waitForSelector('#clean-dialog[open]');
  await audit(page, 'removing runs');
  await page.getByRole('button', { name: 'Keep everything' }).click();
  await page.waitForSelector('#clean-dialog', { state: 'hidden' });
  await tell('kept');
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.locator('#clean-dialog .danger').click();
  await said.getByText('Removed 1 trace (5 B) and 1 run.').waitFor();
  await go(page, '/runs');
  check((await page.locator('.count').innerText()).startsWith('2 of 2 runs'), `after the removal: ${await page.locator('.count').innerText()}`);
}
