// Keeps an installed Chromium until standard input ends, which is when the tests do. `node browser.mjs CHROMIUM` says where it listens.
import { createServer } from 'node:net';
import { chromium } from 'playwright-core';

const port = await new Promise(resolve => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
});
console.log(`http://127.0.0.1:${port}`);
process.stdin.on('end', () => browser.close().finally(() => process.exit(0))).resume();
