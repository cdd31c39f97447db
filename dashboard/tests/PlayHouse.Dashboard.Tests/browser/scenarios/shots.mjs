import { mkdirSync } from 'node:fs';
import { argument, check, go, origin, signIn } from '../page.mjs';

// Pictures of every page for the guide, wide, in both colours: `node walk.mjs shots BROWSER LINK FOLDER`.
export async function shots() {
  mkdirSync(argument, { recursive: true });
  const page = await signIn({ viewport: { width: 1280, height: 860 } });
  await go(page, '/runs');
  const runs = await page.locator('.runs [data-row]').evaluateAll(rows => rows.map(r => new URL(r.href).pathname));
  check(runs.length > 0, 'there is no run to show');
  const run = runs[0];
  const id = run.split('/').pop();
  const pages = {
    overview: '/', runs: '/runs', run, hotspots: `${run}/hotspots?view=types`, flame: `${run}/hotspots?view=flame&arm=baseline`,
    compare: `/compare?base=${id}`, sites: `/compare?base=${id}&view=sites#drill`, experiments: '/experiments', new: '/experiments/new?from=001-reply-codec',
    strategies: '/strategies?set=reply-codec:to-byte-array', history: '/history', help: '/help',
  };
  for (const [name, path] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await go(page, path);
      await page.waitForFunction(() => [...document.querySelectorAll('.chart')].every(c => c.querySelector('svg, table, .chart-empty')));
      await page.evaluate(() => document.activeElement?.blur());
      await page.screenshot({ path: `${argument}/${name}-${colorScheme}.png` });
      console.log(`${name} ${colorScheme}: ${origin === new URL(page.url()).origin ? path.replaceAll(id, 'RUN') : page.url()}`);
    }
  }
}
