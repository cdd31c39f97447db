import { readdirSync } from 'node:fs';
import { argument, audit, check, fail, link, open, overflow } from '../page.mjs';

// Exported pages of a folder. Each is answered at the link's address, so that any other request is one that leaves.
const pagesOf = folder => readdirSync(folder).filter(f => f.endsWith('.html')).sort().map(f => f.slice(0, -'.html'.length));

async function show(page, folder, name) {
  await page.unrouteAll();
  await page.route('**/*', route => {
    if (route.request().url() === link) return route.fulfill({ path: `${folder}/${name}.html`, contentType: 'text/html; charset=utf-8' });
    if (!route.request().url().startsWith('data:')) fail(`${name}: asks for ${route.request().url()}`);
    return route.fallback();
  });
  await page.goto(link);
  await page.evaluate(() => Promise.all([...document.images].map(i => i.decode())));
}

// What scrolls sideways by itself can be reached by keyboard: the page as a whole never does.
const stuck = page => page.evaluate(() => [...document.querySelectorAll('main *')]
  .filter(e => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && e.tabIndex < 0).map(e => e.outerHTML.slice(0, 120)));

export async function exported() {
  const page = await open();
  const names = pagesOf(argument);
  check(names.length > 0, 'no page was exported');
  for (const name of names) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 800 });
    await show(page, argument, name);
    check((await page.title()).length > 0, `${name}: no title`);
    check(await page.evaluate(() => document.scripts.length === 0 && [...document.images].every(i => i.naturalWidth > 0)), `${name}: a script, or a picture that cannot be drawn`);
    await audit(page, `${name} narrow, light`);
    for (const [width, what] of [[320, 'narrow'], [640, '200 %'], [1280, 'wide']]) {
      await page.setViewportSize({ width, height: 900 });
      check(await overflow(page) <= 0, `${name}: scrolls sideways when ${what} (${await overflow(page)} px)`);
      for (const place of await stuck(page)) fail(`${name}: no key scrolls ${place} when ${what}`);
    }
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await audit(page, `${name} wide, dark`);
  }
}

// Pages that Jupyter's converter wrote: their charts have pixels. They bring scripts of their own, and ask for some that are not here.
export async function nbconverted() {
  const page = await open({}, () => true, () => true);
  for (const name of pagesOf(argument)) {
    await page.unrouteAll();
    await page.route('**/*', route => (route.request().url() === link ? route.fulfill({ path: `${argument}/${name}.html`, contentType: 'text/html; charset=utf-8' }) : route.abort()));
    await page.goto(link, { waitUntil: 'domcontentloaded' });
    check(await page.locator('table th').count() > 0, `${name}: no table`);
    if (name !== 'tour') continue;
    const charts = page.locator('.jp-OutputArea-output svg');
    check(await charts.count() >= 3, `${name}: ${await charts.count()} charts`);
    for (let i = 0; i < await charts.count(); i++) {
      const picture = (await charts.nth(i).screenshot()).toString('base64');
      const colours = await page.evaluate(async data => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
      }, picture);
      check(colours > 10, `${name}: chart ${i + 1} has ${colours} colours`);
    }
  }
}

// Pictures of them for the guide: `node walk.mjs exportedShots BROWSER LINK 'PAGES IMAGES'`. The tour in dark too.
export async function exportedShots() {
  const [folder, images] = argument.split(' ');
  const page = await open({ viewport: { width: 1100, height: 2400 } });
  for (const name of pagesOf(folder)) {
    for (const [colorScheme, file] of [['light', `notebook-${name}`], ...(name === 'tour' ? [['dark', `notebook-${name}-dark`]] : [])]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await show(page, folder, name);
      await page.screenshot({ path: `${images}/${file}.png` });
      console.log(`${file}: ${name}.html, ${colorScheme}`);
    }
  }
}
