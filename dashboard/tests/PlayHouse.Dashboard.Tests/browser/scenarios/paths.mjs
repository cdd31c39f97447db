import { argument, audit, check, go, overflow, ready, signIn } from '../page.mjs';

const drawn = (page, condition) => page.waitForFunction(
  ([name, value]) => document.querySelector('.flame-host')?.dataset[name] === value, condition);
const now = page => page.locator('.flame-now').innerText();

// Beneath the call sites of a comparison: the picture of the change, its rows, and the way to a decision.
export async function comparePaths() {
  const [run, wide, beside] = argument.split(' ');
  const page = await signIn({});
  await go(page, `/compare?base=${run}&view=sites`);
  await drawn(page, ['frames', '13']);
  check((await now(page)).startsWith('(all), -74.00 B/msg'), `the change is ${await now(page)}`);
  const before = Number(await page.locator('.flame-host').getAttribute('data-drawn'));
  await page.getByRole('button', { name: 'Vanished paths' }).click();
  await page.waitForURL('**vanished=true');
  await drawn(page, ['drawn', String(before + 1)]);
  await page.locator('.flame-host').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**at=1**');
  await drawn(page, ['at', '1']);
  await page.locator('.flame-host').focus();
  await page.keyboard.press('t');
  await page.waitForURL('**paths=tree**at=1**');
  await page.waitForFunction(() => document.activeElement.closest('[role=treegrid] tr')?.dataset.frame === '1');
  check((await page.locator('[role=treegrid] thead').innerText()).includes('Change'), 'the rows of a change do not say so');
  await audit(page, 'call paths as rows');
  await page.setViewportSize({ width: 320, height: 800 });
  check(await overflow(page) <= 0, `the rows scroll sideways (${await overflow(page)} px)`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await ready(page);
  // The row that a reader's keys are at is set by the script: from then on the button next to the rows works.
  await page.waitForSelector('[role=treegrid] tr[data-frame="1"][tabindex="0"]');
  const full = page.getByRole('link', { name: 'Open in Hot spots' });
  check((await full.getAttribute('href')).endsWith('view=tree&diff=true&vanished=true&at=1'), `the full view is ${await full.getAttribute('href')}`);
  await page.locator('#drill').getByRole('button', { name: /Show as a flame graph/ }).click();
  await page.waitForURL('**paths=flame**');
  await drawn(page, ['at', '1']);

  // Swapped: what was saved is now what it costs.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('x');
  await page.waitForURL(`**base=${run}:candidate**`);
  await page.waitForFunction(() => document.querySelector('.flame-now')?.innerText.startsWith('(all), +74.00 B/msg'));

  await page.getByRole('link', { name: 'Decide about this run' }).click();
  await page.waitForURL('**#decision');
  const opener = page.locator('#decision button', { hasText: 'Decide' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#decide-dialog[open] fieldset');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#decide-dialog', { state: 'hidden' });
  check(await opener.evaluate(e => e === document.activeElement), 'the focus does not come back to the button');

  await go(page, `/compare?base=${wide}:candidate&cand=${beside}:candidate`);
  check((await page.locator('#decision').innerText()).includes('A decision rests on the verdict of one run'), 'arms of two runs do not say why nothing is decided about them');
  check(await page.locator('#decision dialog').count() === 0, 'arms of two runs have a dialog to decide in');
}
