import { argument, atHeading, check, go, signIn } from '../page.mjs';

const drawn = (page, condition) => page.waitForFunction(
  ([name, value]) => document.querySelector('.flame-host')?.dataset[name] === value, condition);
const now = page => page.locator('.flame-now').innerText();
const texts = locator => locator.allInnerTexts().then(all => all.map(t => t.replace(/\s+/g, ' ').trim()));

// The way of a reader: from the run's page through types and methods to the picture and its rows, with the keyboard alone.
export async function hotspots() {
  const page = await signIn({ acceptDownloads: true });
  const home = `/runs/${argument}/hotspots`;
  await go(page, `/runs/${argument}`);
  await page.locator('#sites').getByRole('link', { name: 'ToByteArrayReplyCodec.Encode' }).click();
  await page.waitForURL('**/hotspots?view=flame&arm=baseline&focus=*');
  await drawn(page, ['drawn', '4']);
  check((await now(page)).startsWith('all, 93.1 B/msg [86.2, 100.5]'), `a site leads to another picture: ${await now(page)}`);

  await types(page, home);
  await methods(page);
  await picture(page, home);
  await rows(page);
  await change(page, home);
  await states(page, home);
}

async function types(page, home) {
  await go(page, home);
  await page.waitForSelector('.hot tbody tr');
  for (const row of (await page.locator('.hot tbody tr').evaluateAll(all => all.map(r => {
    const cells = [...r.querySelectorAll('td')];
    return `types|${r.querySelector('.site').title}|${cells[1].querySelector('.value').textContent}|${cells[1].querySelector('.interval').textContent}|${cells[3].querySelector('div').textContent}`;
  }))).sort()) console.log(`ROW ${row}`);
  await atHeading(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**view=methods**type=System.Byte**');
}

async function methods(page) {
  await page.waitForSelector('.sandwich h2');
  check((await page.locator('.sandwich h2').innerText()).includes('ToByteArrayReplyCodec.Encode'), 'a type does not lead to the method that allocates it');
  await page.getByRole('link', { name: 'all types' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.only li').length === 1);
  await page.locator('.sandwich').getByRole('link', { name: 'Stage.Dispatch' }).click();
  await page.waitForFunction(() => document.querySelector('.sandwich h2')?.innerText.includes('Stage.Dispatch'));
  const callees = await texts(page.locator('.sandwich section').nth(1).locator('tbody .site'));
  check(callees[0] === 'ToByteArrayReplyCodec.Encode', `the largest callee is ${callees[0]}`);
  await page.keyboard.press('/');
  await page.keyboard.type('room.j');
  await page.waitForURL('**q=room.j');
  await page.waitForFunction(() => /^1 of /.test(document.querySelector('.count').textContent));
}

async function picture(page, home) {
  await go(page, `${home}?view=flame`);
  await drawn(page, ['frames', '23']);
  await atHeading(page);
  await page.locator('.flame-host').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  check((await now(page)).includes('ToByteArrayReplyCodec.Encode, 93.1 B/msg [86.2, 100.5], 58.2 % of what is shown, 470 samples, engine'), `down leads to ${await now(page)}`);
  await page.keyboard.press('ArrowRight');
  check((await now(page)).includes('PacketReader.Read'), `right leads to ${await now(page)}`);
  await page.keyboard.press('Enter');
  await page.waitForURL('**at=7');
  await drawn(page, ['at', '7']);
  // The picture moves at once, the way to the frame comes from the server.
  await page.waitForFunction(() => document.querySelector('.flame-way [aria-current]')?.textContent === 'PacketReader.Read');
  check((await texts(page.locator('.flame-way li'))).join('>') === 'everything>Program.Main>StageLoop.Run>Stage.Dispatch>PacketReader.Read', 'the way to the frame is wrong');
  await page.goBack();
  await drawn(page, ['at', '0']);
  await page.goForward();
  await drawn(page, ['at', '7']);
  await page.keyboard.press('Escape');
  await page.waitForURL('**at=3');
  await page.locator('.flame-way').getByRole('link', { name: 'everything' }).click();
  await drawn(page, ['at', '0']);
  // With the mouse: the third row of boxes.
  await page.locator('.flame-host canvas').hover({ position: { x: 100, y: 50 } });
  await page.waitForSelector('.flame-tip:not([hidden])');
  check((await page.locator('.flame-tip').innerText()).includes('StageLoop.Run'), 'the box under the mouse is not named');
  await page.locator('.flame-host canvas').click({ position: { x: 100, y: 50 } });
  await page.waitForURL('**at=2');
  await page.keyboard.press('/');
  await page.keyboard.type('Evil');
  await drawn(page, ['found', '1']);
  check(/^1 frame found with 0\.99 % of the bytes: 1\.6 B\/msg/.test(await page.locator('.count').innerText()), `found: ${await page.locator('.count').innerText()}`);
  await page.locator('[data-search]').fill('');
  await drawn(page, ['found', '0']);
  await page.locator('.flame-host').focus();
  await page.keyboard.press('r');
  await page.waitForURL('**collapse=true**');
  await drawn(page, ['frames', '21']);
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction(() => Math.abs(document.querySelector('.flame-host canvas').width - document.querySelector('.flame-host').clientWidth * devicePixelRatio) < 2);
  await page.setViewportSize({ width: 1280, height: 720 });
  await go(page, `${home}?view=flame`);
  await drawn(page, ['frames', '23']);
  await atHeading(page);
  await page.locator('.flame-host').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('t');
}

async function rows(page) {
  const row = () => page.evaluate(() => { const r = document.activeElement.closest('[role=row]'); return r ? `${r.ariaLevel} ${r.querySelector('.site').textContent} ${r.ariaExpanded}` : 'none'; });
  const is = async text => {
    await page.waitForFunction(wanted => { const r = document.activeElement.closest('[role=row]'); return r && `${r.ariaLevel} ${r.querySelector('.site').textContent} ${r.ariaExpanded}` === wanted; }, text)
      .catch(async () => check(false, `the row is '${await row()}', not '${text}'`));
  };
  await page.waitForURL('**view=tree**at=1');
  await is('2 Program.Main false');
  await page.keyboard.press('ArrowRight');
  await is('2 Program.Main true');
  await page.keyboard.press('ArrowRight');
  await is('3 StageLoop.Run true');
  await page.keyboard.press('ArrowLeft');
  await is('3 StageLoop.Run false');
  await page.keyboard.press('ArrowLeft');
  await is('2 Program.Main true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await is('2 Socket.Receive false');
  await page.keyboard.press('Home');
  await is('1 all true');
  check(await page.locator('[role=treegrid] tbody tr[tabindex="0"]').count() === 1, 'more than one row, or none, is reached with Tab');
  // Everything open: each frame once, with the figures of the command line.
  for (let closed = page.locator('[role=treegrid] tr[aria-expanded=false]'); await closed.count() > 0;) {
    const frame = await closed.first().getAttribute('data-frame');
    await closed.first().locator('[data-toggle]').click();
    await page.waitForSelector(`[role=treegrid] tr[data-frame="${frame}"][aria-expanded=true]`);
  }
  for (const line of (await page.locator('[role=treegrid] tbody tr').evaluateAll(all => all.map(r => {
    const cells = [...r.querySelectorAll('td')].map(c => c.textContent);
    return `tree|${r.querySelector('.site').title}|${cells[0]}|${cells[1]}|${cells[3]}`;
  }))).sort()) console.log(`ROW ${line}`);
  await page.locator('[role=treegrid] tr[data-frame="2"]').focus();
  await page.keyboard.press('t');
  await page.waitForURL('**view=flame**at=2');
  await drawn(page, ['at', '2']);
  check(await page.evaluate(() => document.activeElement.matches('.flame-host')), 'the picture does not take the focus of its rows');
}

async function change(page, home) {
  await page.getByRole('link', { name: 'change', exact: true }).click();
  await page.waitForURL('**diff=true');
  await drawn(page, ['frames', '13']);
  const drawnBefore = Number(await page.locator('.flame-host').getAttribute('data-drawn'));
  await page.getByRole('button', { name: 'Vanished paths' }).click();
  await page.waitForURL('**vanished=true');
  await drawn(page, ['drawn', String(drawnBefore + 1)]);
  check((await now(page)).startsWith('(all), -74.00 B/msg'), `the change is ${await now(page)}`);
  await page.getByRole('button', { name: 'Per message' }).click();
  await page.waitForURL('**perwindow=true');
  await page.waitForFunction(() => document.querySelector('.flame-now').innerText.includes('B per traced launch'));
  await page.getByRole('button', { name: /Show as a tree/ }).click();
  await page.waitForSelector('[role=treegrid]');
  check((await page.locator('[role=treegrid] thead').innerText()).includes('Change'), 'the rows of a change do not say so');
  await go(page, home);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'speedscope' }).click()]);
  check(download.suggestedFilename() === `${argument}.speedscope.json`, `the file is called ${download.suggestedFilename()}`);
}

async function states(page, home) {
  await go(page, '/runs/r-20250102-000001-failed/hotspots');
  check((await page.locator('.empty').innerText()).includes('everyBlocks'), 'a run without traces does not say how to get some');
  await go(page, `${home}?view=flame&focus=NoSuchMethodAtAll`);
  await page.waitForSelector('.notice.warn');
  check((await page.locator('.notice.warn').innerText()).includes("No sampled stack has a method 'NoSuchMethodAtAll'"), 'a focus that fits nothing is not said');
  await page.getByRole('link', { name: 'show all' }).click();
  await drawn(page, ['frames', '23']);
  await page.locator('details summary', { hasText: 'Fold and group' }).click();
  await page.getByLabel('Methods that go').fill('StageLoop.*');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**fold=StageLoop**');
  await drawn(page, ['frames', '22']);
}

// Twenty thousand frames: all of them are there; how long it took is printed.
export async function manyFrames() {
  const [run, frames] = argument.split(' ');
  const page = await signIn({});
  await go(page, `/runs/${run}/hotspots?view=flame`);
  await drawn(page, ['frames', frames]);
  const state = await page.evaluate(() => ({ ...document.querySelector('.flame-host').dataset }));
  console.log(`${frames} frames from data to picture in ${state.ms} ms, ${state.drawn} of them wide enough to be drawn`);
  check(Number(state.drawn) + Number(state.narrow) === Number(frames), `of ${frames} frames ${state.drawn} are drawn and ${state.narrow} too narrow`);
  // One box further in there is room for more of them.
  await atHeading(page);
  await page.locator('.flame-host').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await drawn(page, ['at', '1']);
}
