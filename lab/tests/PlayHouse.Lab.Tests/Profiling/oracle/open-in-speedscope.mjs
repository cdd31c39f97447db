// Opens a profile in the real speedscope page and prints what the page says of every profile in it:
//   node open-in-speedscope.mjs CHROMIUM PROFILE.json
// One JSON object: names (label of each profile), rows (the table of the sandwich view of each), errors.
import { chromium } from 'playwright-core'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const [executablePath, profile] = process.argv.slice(2)
const page0 = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node_modules/speedscope/dist/release/index.html')
const script = `${profile}.js`
const content = fs.readFileSync(profile).toString('base64')
fs.writeFileSync(script, `speedscope.loadFileFromBase64(${JSON.stringify(path.basename(profile))}, "${content}")`)

const browser = await chromium.launch({
  executablePath,
  timeout: 120_000,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  const errors = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('dialog', dialog => { errors.push(dialog.message()); return dialog.dismiss() })
  await page.goto(`file://${page0}#localProfilePath=${script}`)
  const label = () => page.evaluate(() => /^(.*) \((\d+)\/(\d+)\)$/m.exec(document.body.innerText)?.slice(1) ?? null)
  const text = wanted => page.waitForFunction(t => document.body.innerText.includes(t), wanted)

  await text('Left Heavy')
  await page.keyboard.press('3')
  await text('Symbol Name')
  const names = []
  const rows = []
  const count = Number((await label())?.[2] ?? 1)
  for (let i = 1; i <= count; i++) {
    if (count > 1) await text(`(${i}/${count})`)
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    names.push((await label())?.[0] ?? await page.title())
    rows.push(await page.evaluate(() => [...document.querySelectorAll('tr')].map(r => r.innerText.replace(/\s+/g, ' ').trim())))
    if (i < count) await page.keyboard.press('n')
  }
  console.log(JSON.stringify({ names, rows, errors }))
} finally {
  await browser.close()
  fs.rmSync(script, { force: true })
}
