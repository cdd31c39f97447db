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
    overview: '/', runs: '/runs', run, strategies: '/strategies', 'strategy': '/strategies?seam=reply-codec', help: '/help',
  };
  for (const [name, path] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await go(page, path);
      await page.evaluate(() => document.activeElement?.blur());
      await page.screenshot({ path: `${argument}/${name}-${colorScheme}.png` });
      console.log(`${name} ${colorScheme}: ${origin === new URL(page.url()).origin ? path.replaceAll(id, 'RUN') : page.url()}`);
    }
  }
}
