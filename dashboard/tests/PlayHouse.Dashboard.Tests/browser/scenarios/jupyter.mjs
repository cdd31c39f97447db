import { argument, check, link, open } from '../page.mjs';

// The classic notebook page with the C# kernel of .NET Interactive and the lab imported. The link opens a notebook on a server that runs already.
const kernelName = '.NET (C#)';
const cell = (page, code) => page.locator('.code_cell', { has: page.locator('.input_area', { hasText: code }) });
const output = (page, code) => cell(page, code).locator('.output_wrapper');
const prompts = page => page.locator('.code_cell .input_prompt').allInnerTexts().then(all => all.map(p => p.replace(/\s+/g, ' ').trim()));
const press = (page, action) => page.locator(`button[data-jupyter-action="jupyter-notebook:${action}"]`).click();

// The page asks for the part of it that draws widgets, which is another installation.
const isOfPage = (text, url) => `${text} ${url}`.includes('/nbextensions/widgets/');

// The kernel's first output asks the kernel for its own script.
const isOfKernel = url => /^http:\/\/(127\.0\.0\.1|localhost):\d+\/(discovery|resources\/dotnet-interactive\.js)$/.test(url);

async function load(page) {
  await page.goto(link);
  await page.waitForFunction(() => window.Jupyter?.notebook?._fully_loaded);
  await idle(page);
}

// Nothing runs and nothing waits.
const idle = page => page.waitForFunction(() => window.Jupyter.notebook.kernel?.info_reply?.language_info && document.querySelector('.kernel_idle_icon')
  && ![...document.querySelectorAll('.code_cell')].some(c => c.classList.contains('running') || c.querySelector('.input_prompt').innerText.includes('*')));

async function runAll(page) {
  await page.locator('#celllink').click();
  await page.locator('#run_all_cells').click();
  await idle(page);
}

async function runOne(page, code) {
  await cell(page, code).locator('.CodeMirror').click();
  await page.keyboard.press('Control+Enter');
  await idle(page);
}

// What every cell shows, as the notebook of the test has them; `first` is the number of the first one.
async function checkOutputs(page, when, first) {
  const texts = Object.fromEntries(await Promise.all(['Lab.Runs', 'from the console', 'on purpose', 'state + 1']
    .map(async code => [code, (await output(page, code).innerText()).trim()])));
  check(await output(page, 'Lab.Runs').locator('table th').count() === 5 && texts['Lab.Runs'].includes('001-reply-codec'), `${when}: no table of runs: ${texts['Lab.Runs']}`);
  const picture = output(page, 'Lab.Chart').locator('.output_html svg');
  check(await picture.count() === 1, `${when}: no picture: ${(await output(page, 'Lab.Chart').innerText()).slice(0, 200)}`);
  if (await picture.count() === 1) {
    const box = await picture.boundingBox();
    check(box.width > 300 && box.height > 50, `${when}: the picture is ${box.width} by ${box.height}`);
  }
  check(texts['from the console'] === 'a word from the console', `${when}: console text is '${texts['from the console']}'`);
  check(/FormatException: on purpose/.test(texts['on purpose']), `${when}: the error is '${texts['on purpose']}'`);
  check(texts['state + 1'].endsWith('42'), `${when}: the cell after the error shows '${texts['state + 1']}'`);
  const counted = await prompts(page);
  check(counted.every((p, i) => p === `In [${i + first}]:`), `${when}: cells are numbered ${counted.join(' ')}`);
}

// A cell that never ends. The kernel hears no interrupt of Jupyter; a restart ends it.
async function begin(page) {
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('Console.WriteLine("waiting"); await Task.Delay(Timeout.Infinite);');
  await page.keyboard.press('Control+Enter');
  await output(page, 'Timeout.Infinite').locator('.output_stdout', { hasText: 'waiting' }).waitFor();
  check(await page.locator('.kernel_busy_icon').count() === 1, 'a cell runs and the kernel is not shown busy');
}

async function restart(page) {
  await page.evaluate(() => { window.restarted = new Promise(resolve => Jupyter.notebook.events.one('kernel_ready.Kernel', resolve)); });
  await press(page, 'confirm-restart-kernel');
  await page.locator('.modal.in .btn-danger').click();
  await page.evaluate(() => window.restarted.then(() => {}));
  await page.locator('.modal').waitFor({ state: 'detached' });
  await idle(page);
}

// A head cell sorts the table of runs, by mouse and by key.
async function sorts(page) {
  const head = output(page, 'Lab.Runs').locator('th').first();
  const names = () => output(page, 'Lab.Runs').locator('tbody td:first-child').allInnerTexts();
  const before = await names();
  await head.click();
  const sorted = [...before].sort((a, b) => a.localeCompare(b));
  check((await names()).join() === sorted.join() && await head.getAttribute('aria-sort') === 'ascending', `a click sorts to ${await names()}`);
  await head.focus();
  await page.keyboard.press('Enter');
  check((await names()).join() === sorted.reverse().join() && await head.getAttribute('aria-sort') === 'descending', `Enter sorts to ${await names()}`);
}

export async function jupyter() {
  const page = await open({ viewport: { width: 1280, height: 900 } }, isOfPage, isOfKernel);
  await load(page);
  check((await page.locator('.kernel_indicator_name').innerText()).trim() === kernelName, `the kernel is called ${await page.locator('.kernel_indicator_name').innerText()}`);
  await runAll(page);
  await checkOutputs(page, 'run', 1);
  await sorts(page);

  const count = await page.locator('.code_cell').count();
  await page.locator('.code_cell .CodeMirror').last().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  await begin(page);
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  check(await page.locator('.code_cell').count() === count, 'the cell is still there');

  await restart(page);
  await runOne(page, 'state + 1');
  check((await prompts(page)).at(-1) === 'In [1]:', `the first cell after a restart is ${(await prompts(page)).at(-1)}`);
  check((await output(page, 'state + 1').innerText()).includes("'state'"), 'what an earlier kernel declared is still known');
  // A cell ran in this kernel already.
  await runAll(page);
  await checkOutputs(page, 'run again', 2);

  await press(page, 'save-notebook');
  await page.waitForFunction(() => !Jupyter.notebook.dirty);
  await load(page);
  await checkOutputs(page, 'opened again', 2);
}

// A picture of a session for the guide: `node walk.mjs jupyterShot BROWSER LINK FILE`.
export async function jupyterShot() {
  const page = await open({ viewport: { width: 1280, height: 1200 } }, isOfPage, isOfKernel);
  await load(page);
  await runAll(page);
  await press(page, 'save-notebook');
  await page.waitForFunction(() => !Jupyter.notebook.dirty);
  // The chart with the text above it.
  await page.evaluate(() => { document.querySelector('.output_html svg').scrollIntoView({ block: 'end' }); document.activeElement?.blur(); });
  await page.screenshot({ path: argument });
}
