import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Debian's Chromium, headless and without background requests to its vendor. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export type OpenedPage = { page: Page; problems: string[] };

/** Opens a file until the test ends; console errors, network requests and dialogs are problems. */
export async function openFile(browser: Browser, path: string, width = 1280): Promise<OpenedPage> {
  const address = pathToFileURL(path).toString();
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  onTestFinished(() => page.close());
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('popup', () => problems.push('a window was opened'));
  page.on('request', (request) => {
    if (request.url() !== address) problems.push(`request to ${request.url()}`);
  });
  await page.goto(address);
  return { page, problems };
}
