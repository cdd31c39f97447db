import { readFileSync } from 'node:fs';
import { argument, audit, check, chord, go, hear, overflow, ready, signIn } from '../page.mjs';

const drawn = page => page.waitForFunction(() => {
  const pictures = [...document.querySelectorAll('.nb-cell img')];
  return pictures.length > 0 && pictures.every(p => p.complete && p.naturalWidth > 0);
});

// From the list to a notebook, an execution by other hands, its files, and a notebook made of a comparison.
export async function notebooks() {
  const page = await signIn({});
  await go(page, '/notebooks/none.ipynb');
  const told = await page.getByRole('alert').innerText();
  check(told.includes("There is no notebook 'none.ipynb'") && told.includes('are on the page Notebooks'), `a notebook that is not there: ${told}`);
  await page.evaluate(() => document.activeElement.blur());
  await chord(page, 'g b');
  await page.waitForURL('**/notebooks');
  await page.waitForSelector('.notebooks [data-row]');
  const row = name => page.locator('.notebooks tr', { hasText: name });
  check((await row('tour.ipynb').innerText()).includes('016-reply-codec-coded-output-stream'), 'the list does not say what a notebook asks for');
  check((await row('tour.ipynb').innerText()).includes('never executed'), 'the list does not say that a notebook was never executed');
  check((await row('executed.ipynb').innerText()).includes('failed at cell 4'), 'the list does not say which cell failed');
  check(/Cannot be read: .*not JSON/.test(await row('broken.ipynb').innerText()), 'a broken file is not said to be one');
  await page.getByRole('link', { name: 'Your first optimisation' }).click();
  await page.waitForURL('**/notebooks/tour.ipynb');
  await page.getByText('The file holds no outputs').waitFor();
  check((await page.locator('.nb-run').innerText()).includes('./plab notebook run notebooks/tour.ipynb'), 'the page does not say how a notebook is executed');
  console.log('open');
  await hear();

  // The command line has executed it: the page follows the file.
  await drawn(page);
  check((await page.locator('.nb-run').innerText()).includes('the sample that comes with the lab'), 'the page does not say whose results these are');
  check((await page.locator('.nb-cell figure img').first().getAttribute('alt')).length > 3, 'a picture has no words');
  check(await page.locator('.nb-cell figure details', { hasText: 'The same as text' }).count() === 3, 'a picture is not there as text');
  await audit(page, 'an executed notebook');

  check(await page.locator('.nb-toc a').count() === 6, 'the headings are not listed');
  await page.locator('.nb-toc a').nth(2).click();
  await page.waitForURL('**/notebooks/tour.ipynb#nb-**');
  await page.getByRole('button', { name: 'Show code' }).click();
  await page.waitForURL('**code=false**');
  await page.waitForFunction(() => !document.querySelector('.nb-code[open]'));
  await page.reload();
  await ready(page);
  await drawn(page);
  check(await page.locator('.nb-code[open]').count() === 0, 'a reload unfolds the code');
  await page.locator('details.menu summary').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Jupyter notebook (.ipynb)' }).click()]);
  const taken = JSON.parse(readFileSync(await file.path(), 'utf8'));
  check(file.suggestedFilename() === 'tour.ipynb' && taken.nbformat === 4, `${file.suggestedFilename()} is no notebook`);
  check(taken.cells.flatMap(c => c.outputs ?? []).filter(o => o.data?.['image/svg+xml']).length === 3, 'the download lacks its pictures');

  await go(page, `/compare?base=${argument}`);
  await page.getByRole('button', { name: 'Open as a notebook' }).click();
  const made = page.locator('#open-as-notebook');
  await page.waitForFunction(() => document.querySelector('#open-as-notebook input').value.startsWith('001-reply-codec-'));
  await audit(page, 'open as a notebook');
  await made.getByLabel('Name').fill('../up');
  await made.getByRole('button', { name: 'Save and open' }).click();
  await made.getByText('A name takes 1 to').waitFor();
  await made.getByLabel('Name').fill('tour');
  await made.getByRole('button', { name: 'Save and open' }).click();
  await made.getByText('notebooks/tour.ipynb exists already').waitFor();
  const [draft] = await Promise.all([page.waitForEvent('download'), made.getByRole('link', { name: '.dib' }).click()]);
  check(readFileSync(await draft.path(), 'utf8').includes(`string run = "${argument}";`), 'the download is not of this run');
  await made.getByLabel('Name').fill('made-here');
  await made.getByRole('button', { name: 'Save and open' }).click();
  await page.waitForURL('**/notebooks/made-here.ipynb');
  await page.getByRole('heading', { level: 1, name: '001-reply-codec' }).waitFor();
}

// What a notebook holds is text: no script runs, nothing is loaded, nothing lies over the page, no name of the page is taken.
export async function hostileNotebook() {
  const page = await signIn({});
  await go(page, '/notebooks/hostile.ipynb');
  await page.getByText('shown as <b>text</b>').first().waitFor();
  await page.locator('.nb-cell img').first().waitFor();
  check((await page.locator('main').innerText()).includes('<iframe'), 'markup is not shown as text');
  check(await page.locator('main iframe, main script, main style, main [onerror], main [onload], main [onmouseover], main form[action]').count() === 0, 'markup became elements');
  const links = await page.locator('.nb-body a').evaluateAll(all => all.map(a => a.getAttribute('href')));
  check(links.length === 0, `links lead to ${links.join(' ')}`);
  await page.locator('.nb-cell').hover();
  check(await page.evaluate(() => window.hacked === undefined), 'a script of a notebook ran');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('dialog#key-help[open]');
  await page.keyboard.press('Escape');
  check(await overflow(page) <= 0, 'a notebook scrolls the page sideways');
}
