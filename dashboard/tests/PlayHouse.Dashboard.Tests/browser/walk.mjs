// Walks pages in an installed Chromium. A scenario is an exported function of a file in the folder scenarios.
// `node walk.mjs SCENARIO BROWSER LINK [argument]`: ends with code 0, or prints what is wrong.
// `node walk.mjs BROWSER`: one walk after the other in one browser, until standard input ends. Each is a line of JSON; after what it prints comes
// `END passed` or `END failed`.
import { readdirSync } from 'node:fs';
import { begin, end, fail, hear, problems, start, stop } from './page.mjs';

const folder = new URL('./scenarios/', import.meta.url);
const files = await Promise.all(readdirSync(folder).filter(f => f.endsWith('.mjs')).map(f => import(new URL(f, folder))));
const scenarios = Object.assign({}, ...files);

async function walk({ scenario, link, argument }) {
  try {
    begin(link, argument);
    await scenarios[scenario]();
  } catch (error) {
    fail(error.stack ?? String(error));
  } finally {
    await end();
  }
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  return problems.length === 0;
}

const [first, browser, link, argument] = process.argv.slice(2);
if (link) {
  await start(browser);
  const isGood = await walk({ scenario: first, link, argument });
  await stop();
  process.exit(isGood ? 0 : 1);
}
await start(first);
// Also where standard input ends in the middle of a walk.
process.stdin.on('end', () => stop().finally(() => process.exit(0)));
for (let line; (line = await hear()) !== undefined;) console.log(await walk(JSON.parse(line)) ? 'END passed' : 'END failed');
