import { argument, audit, browser, check, go, hear, isOfLostServer, ready, signIn, tell } from '../page.mjs';

// A run in progress: follow it, load the page again, cancel it. Says "ready" and waits for words on standard input.
export async function live() {
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
  await hear();
  await page.getByRole('button', { name: 'Cancel the run' }).first().click();
  await page.locator('#cancel-dialog .danger').click();
  console.log('cancelled');
  await page.getByText('See the result').waitFor();
}

// What the page of a run in progress takes of the browser while news come in: processor seconds between two words, on a line.
export async function liveCost() {
  const page = await signIn({});
  await go(page, `/runs/${argument}/live?show=bytes-per-message`);
  await page.waitForSelector('.strip .accepted');
  await page.waitForSelector('.chart-plot[data-drawn]');
  const session = await browser.newBrowserCDPSession();
  const spent = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, p) => sum + p.cpuTime, 0);
  await tell('drawn');
  const before = await spent();
  await tell('watching');
  console.log(`spent ${await spent() - before}`);
}

// The server dies and comes back: the page says so, then asks to sign in again.
export async function lost() {
  const page = await signIn({}, isOfLostServer);
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
}
