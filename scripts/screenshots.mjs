// Takes the screenshots of the sample page for README and docs, at the width of a desktop, a tablet and a phone.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

const folder = join(root, 'docs', 'pictures');

export async function takeScreenshots(executablePath, dayPage) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const take = async (file, name, width, height, colorScheme = 'light') => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(pathToFileURL(file).toString());
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  };
  await take(dayPage, 'page', 1180, 1990);
  await take(dayPage, 'page-tablet', 768, 1200, 'dark');
  await take(dayPage, 'page-phone', 390, 1000);
  await browser.close();
}
