// The pictures of the sample page that README and docs show: at the width of a desk, of a tablet and of a phone; and a PDF of it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

const pictures = join(root, 'docs', 'pictures');

export async function takePictures(executablePath, dayPage) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const take = async (file, name, width, height, colorScheme = 'light') => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(pathToFileURL(file).toString());
    await page.screenshot({ path: join(pictures, `${name}.png`) });
    await page.close();
  };
  await take(dayPage, 'page', 1180, 1990);
  await take(dayPage, 'page-tablet', 768, 1200, 'dark');
  await take(dayPage, 'page-phone', 390, 1000);
  await browser.close();
}
