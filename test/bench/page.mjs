// Opens the given pages in a browser several times each and measures the time until the script has run.
// `npm run bench page FILE...`; needs Debian's Chromium.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const files = process.argv.slice(2);
if (files.length > 0) {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const file of files) {
    const times = [];
    for (let time = 0; time < 5; time += 1) {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(file).toString());
      times.push(await page.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd'));
      await page.close();
    }
    times.sort((a, b) => a - b);
    console.log(
      `${file}: ${statSync(file).size} bytes, open in ${Math.round(times[2])} ms (slowest ${Math.round(times[4])})`,
    );
  }
  await browser.close();
}
