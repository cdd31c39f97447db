// The style rules that plotly.js writes into a page which does not bring them. The dashboard's policy forbids writing them, so they are a
// sheet of the dashboard: `node plotly-style.mjs CHROMIUM > ../../../src/PlayHouse.Dashboard/wwwroot/assets/css/plotly.css` after a new version.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const built = new URL('../../../../artifacts/bin/PlayHouse.Dashboard/release/PlayHouse.Dashboard.staticwebassets.runtime.json', import.meta.url);

// Asked for by the one walk that needs it: the others go without a build of the dashboard.
function script() {
  const folder = JSON.parse(readFileSync(built)).ContentRoots.find(root => /plotly\.blazor/i.test(root));
  return folder + readdirSync(folder).find(name => /^plotly-basic-.*\.min\.js$/.test(name));
}

/** The rules of the version that the dashboard is built with, as the text of the sheet. */
export async function rules(browser) {
  const page = await browser.newPage();
  await page.addScriptTag({ path: script() });
  const [version, list] = await page.evaluate(() =>
    [Plotly.version, [...document.getElementById('plotly.js-style-global').sheet.cssRules].map(rule => rule.cssText)]);
  await page.close();
  return `/* Rules of plotly.js ${version}, MIT licence; made by plotly-style.mjs of the browser tests. */\n${list.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  process.stdout.write(await rules(browser));
  await browser.close();
}
