import { mkdirSync } from 'node:fs';
import { argument, check, go, origin, signIn } from '../page.mjs';

// Pictures of every page for the guide, wide, in both colours: `node walk.mjs shots BROWSER LINK FOLDER`. The run that the guide tells of is
// the first experiment's first; where bytes come from is shown where many call sites differ.
export async function shots() {
  mkdirSync(argument, { recursive: true });
  const page = await signIn({ viewport: { width: 1280, height: 860 } });
  await go(page, '/runs');
  const idOf = async experiment => {
    const rows = page.locator('.runs [data-row]').filter({ hasText: experiment });
    check(await rows.count() > 0, `there is no run of ${experiment}`);
    return (await rows.last().getAttribute('href')).split('/').pop();
  };
  const [told, sites] = [await idOf('001-reply-codec'), await idOf('005-seed-000-baseline')];
  const pages = {
    overview: '/', runs: '/runs', run: `/runs/${told}`, hotspots: `/runs/${sites}/hotspots?view=types`, flame: `/runs/${sites}/hotspots?view=flame&arm=baseline`,
    compare: `/compare?base=${told}`, sites: `/compare?base=${sites}&view=sites#drill`, experiments: '/experiments', new: '/experiments/new?from=001-reply-codec',
    strategies: '/strategies?set=reply-codec:to-byte-array', history: '/history?experiment=001-reply-codec', notebooks: '/notebooks',
    notebook: '/notebooks/seed-002.ipynb', help: '/help',
  };
  for (const [name, path] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await go(page, path);
      await page.waitForFunction(() => [...document.querySelectorAll('.chart')].every(c => c.querySelector('svg, table, .chart-empty')));
      await page.waitForFunction(() => [...document.querySelectorAll('.flame-host')].every(f => Number(f.dataset.drawn) > 0));
      await page.evaluate(() => {
        document.activeElement?.blur();
        document.querySelector('.flame-host')?.closest('.card')?.scrollIntoView();
      });
      await page.screenshot({ path: `${argument}/${name}-${colorScheme}.png` });
      console.log(`${name} ${colorScheme}: ${origin === new URL(page.url()).origin ? path.replaceAll(told, 'RUN').replaceAll(sites, 'RUN') : page.url()}`);
    }
  }
}
