// Walks the dashboard in an installed Chromium. `node walk.mjs SCENARIO BROWSER LINK [argument]`: ends with code 0, or prints what is wrong.
// A scenario is an exported function of a file in the folder scenarios.
import { readdirSync } from 'node:fs';
import { browser, fail, problems, scenario } from './page.mjs';

const folder = new URL('./scenarios/', import.meta.url);
const files = await Promise.all(readdirSync(folder).filter(f => f.endsWith('.mjs')).map(f => import(new URL(f, folder))));
try {
  await Object.assign({}, ...files)[scenario]();
} catch (error) {
  fail(error.stack ?? String(error));
} finally {
  await browser.close();
}
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exit(problems.length ? 1 : 0);
