import { argument, atHeading, audit, check, chord, go, overflow, ready, signIn, tell } from '../page.mjs';

// The browser closes a dialog before the server has heard of it; until then it holds the buttons of the closed one, which do nothing any more.
const closed = page => page.waitForSelector('#decide-dialog h2', { state: 'detached' });

// From a verdict to a record, to the workspace's strategies, and back; with the keyboard where it matters.
export async function decide() {
  const page = await signIn({});
  await go(page, `/runs/${argument}`);
  const opener = page.locator('#decision button', { hasText: 'Decide' });
  await atHeading(page);
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#decide-dialog[open] fieldset');
  await audit(page, 'decide: choose');
  await page.keyboard.press('Escape');
  await closed(page);
  check(await opener.evaluate(e => e === document.activeElement), 'the focus does not come back to the button');

  await page.keyboard.press('Enter');
  await page.waitForSelector('#decide-dialog[open] fieldset');
  const dialog = page.locator('#decide-dialog');
  check((await dialog.locator('.criteria').innerText()).includes('better by at least'), 'the criterion does not stand next to the result');
  await dialog.getByRole('button', { name: 'Show the record' }).click();
  await dialog.getByText('Choose what to do first.').waitFor();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Show the record' }).click();
  await dialog.getByText('A decision needs a reason').waitFor();
  await dialog.getByLabel('Why', { exact: true }).fill('It saves what it was made for.');
  await dialog.getByRole('button', { name: 'Show the record' }).click();
  await dialog.getByText('The verdict is provisional').waitFor();
  await audit(page, 'decide: objection');
  await dialog.getByLabel('Why all the same').fill('A person weighed it.');
  await dialog.getByRole('button', { name: 'Show the record' }).click();
  await dialog.locator('.record').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'decide-dialog-title');
  await audit(page, 'decide: record');
  await page.setViewportSize({ width: 320, height: 700 });
  check(await overflow(page) <= 0, 'the dialog scrolls sideways when narrow');
  check(await dialog.evaluate(e => e.scrollWidth <= e.clientWidth), 'the content of the dialog scrolls sideways when narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
  check((await dialog.locator('.diff').innerText()).includes('+'), 'the change of strategies.json is not shown');
  await dialog.getByRole('button', { name: 'Record the decision' }).click();
  const confirm = dialog.getByRole('button', { name: 'Write strategies.json' });
  await confirm.waitFor();
  await tell('recorded');

  await dialog.getByRole('button', { name: 'Not now' }).click();
  await closed(page);
  await page.locator('#decision').getByText('strategies.json is not written yet').waitFor();
  await page.getByRole('button', { name: 'Write strategies.json as d-0001 says' }).click();
  await confirm.click();
  await dialog.getByText('recorded; strategies.json is written').waitFor();
  await tell('written');

  await dialog.getByRole('button', { name: 'Close' }).click();
  await go(page, '/');
  await page.getByRole('rowheader', { name: 'reply-codec' }).waitFor();
  await audit(page, 'overview with a decision');
  await page.getByRole('button', { name: 'Take back d-0001' }).click();
  await dialog.getByLabel('Why', { exact: true }).fill('It was too early.');
  await dialog.getByRole('button', { name: 'Show the record' }).click();
  await dialog.getByRole('button', { name: 'Record the decision' }).click();
  await confirm.click();
  await dialog.getByText('recorded; strategies.json is written').waitFor();
  await tell('taken back');
}

// Hundreds of runs with launches and twenty metrics each.
export async function large() {
  const page = await signIn({});
  for (const [path, what] of [['/', '.card'], ['/runs', '.runs [data-row]'], ['/history', '.sparks li'], [`/history?experiment=${argument}&metric=bytes-per-message`, '#steps td']]) {
    const begun = Date.now();
    await go(page, path);
    await page.locator(what).first().waitFor();
    console.log(`${path} after ${Date.now() - begun} ms`);
  }
  const text = await page.locator('main').innerText();
  for (const word of ['d-0001', 'more than matters', '-20.', 'Level changed', 'All metrics']) check(text.includes(word), `the history lacks: ${word}`);
  check(await page.locator('.sparks li').count() === 20, 'not every metric has a card');
  await page.locator('.sparks a', { hasText: 'metric-07' }).click();
  await page.waitForURL('**metric=metric-07**');
  await page.waitForFunction(() => document.querySelector('#line h2')?.innerText.startsWith('metric-07'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#line h2')?.innerText.startsWith('bytes/msg'));
  await chord(page, 'g r');
  await page.waitForSelector('.runs [data-row]');
  await chord(page, 'g y');
  await page.waitForSelector('.sparks li');
}

// From page to page inside one circuit, as a long day does.
export async function wander() {
  const page = await signIn({});
  const targets = ['runs', `runs/${argument}`, 'history', 'strategies', 'help'];
  for (let i = 0; i < 50; i++) {
    const target = targets[i % targets.length];
    const before = await page.title();
    await page.evaluate(t => Blazor.navigateTo(t), target);
    await page.waitForURL(`**/${target}`);
    // The address changes at once; the page comes when the server has made it.
    await page.waitForFunction(title => document.title !== title && !document.querySelector('.loading'), before);
  }
  await tell('wandered');
}
