import { audit, check, deadline, go, hear, isOfLostServer, ready, signIn } from '../page.mjs';

// From a strategy to a result, with a real run: choose, look at the difference, make an experiment, save and run it, lose the dashboard
// while it runs, come back and see it end. Says words and waits for a new link on standard input.
export async function flow() {
  const page = await signIn({}, isOfLostServer);
  await go(page, '/strategies?q=reply-codec');
  await page.locator('#reply-codec').getByRole('button', { name: 'to-byte-array' }).click();
  await page.waitForURL('**set=reply-codec**');
  const draft = await page.locator('#draft table').innerText();
  check(draft.includes('write-to-span') && draft.includes('to-byte-array'), `the draft is no difference: ${draft}`);
  check(await page.locator('#draft').getByRole('link', { name: 'c2s-echo' }).count() === 0, 'a scenario that does not execute the seam is offered');
  await page.locator('#draft').getByRole('link', { name: 'Run this in c2s-proto-echo' }).click();

  await page.waitForURL('**/experiments/new?**');
  await ready(page);
  check((await page.getByLabel('Question').inputValue()).includes('to-byte-array'), 'the question is not prefilled');
  check(await page.getByLabel('Name').inputValue() === '001-reply-codec', 'the name is not proposed');
  const field = name => page.getByLabel(name, { exact: true });
  await field('Connections').fill('many');
  await page.locator('#note-connections').waitFor();
  check(await page.getByRole('button', { name: 'Save and run' }).isDisabled(), 'an experiment with an error can be run');
  await field('Kind').selectOption('sequential');
  for (const [name, text] of [['Pairs or blocks', '6'], ['Connections', '10'], ['Rate', '400'], ['Warm-up (seconds)', '0.5'], ['Window (seconds)', '0.5'], ['Profile every … pairs or blocks', '0']]) {
    await field(name).fill(text);
  }
  await page.waitForURL('**rate=400**');
  await page.waitForFunction(() => /profile=0/.test(location.search) && document.querySelector('.yaml')?.textContent.includes('everyBlocks: 0'));
  await page.getByText('Ready: nothing speaks against this run.').waitFor();
  await page.reload();
  await ready(page);
  check(await field('Rate').inputValue() === '400' && await field('Kind').inputValue() === 'sequential', 'a reload forgets what was typed');
  await page.getByRole('button', { name: 'Save and run' }).click();

  await page.waitForURL('**/runs/r-*/live');
  const live = new URL(page.url()).pathname;
  await page.waitForSelector('.strip .running, .strip .accepted, .strip .contaminated');
  console.log(`run ${live.split('/')[2]}`);
  // A page that is left open reloads itself when a dashboard answers again, which would cancel the visit that follows.
  await page.goto('about:blank');
  console.log('kill');
  const link = await hear();
  await page.goto(link);
  await go(page, live);
  // A starved machine takes its time for a launch: what has a deadline is the next line of the log, not the run.
  for (let lines = 0; !await page.getByText('See the result').isVisible();) {
    await page.waitForFunction(n => document.querySelector('.live-head .button.primary') || document.querySelector('.log').innerText.split('\n').length > n, lines, { timeout: 2 * deadline });
    lines = (await page.locator('.log').first().innerText()).split('\n').length;
    console.log(`${lines} lines of the log`);
  }
  check((await page.locator('.log').first().innerText()).includes('block 1/6'), 'the log of the run is not shown');
  await audit(page, 'the end of a live run');
  await page.getByText('See the result').click();
  await page.waitForSelector('.banner .word');
  check((await page.locator('main').innerText()).includes('001-reply-codec'), 'the result is of another experiment');
  await page.getByRole('link', { name: 'Rerun with one change' }).click();
  await page.waitForURL('**/experiments/new?run=r-*');
  await ready(page);
  check(await field('Connections').inputValue() === '10', 'the rerun starts from something else');
  check(await field('Name').inputValue() === '002-reply-codec', 'the rerun would write over what was run');

  // The name of a file that says something else: its difference is shown, and nothing is written unless the user confirms it.
  await field('Name').fill('001-reply-codec');
  await field('Connections').fill('11');
  await page.getByRole('button', { name: 'Save over 001-reply-codec and run …' }).click();
  await page.waitForSelector('#overwrite[open]');
  const diff = await page.locator('#overwrite .diff').innerText();
  check(/- +connections: 10/.test(diff) && /\+ +connections: 11/.test(diff), `the difference is not shown: ${diff}`);
  await audit(page, 'saving over a file');
  await page.getByRole('button', { name: 'Leave it' }).click();
}
