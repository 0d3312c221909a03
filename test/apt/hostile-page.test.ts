import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openFile } from '../given/browser.ts';
import { attacks, givenReportOfText } from '../given/changed-warehouse.ts';

let browser: Browser;
let path: string;
beforeAll(async () => {
  ({ page: path } = await givenReportOfText(`${attacks} ${'very long '.repeat(4000)}`));
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('Hostile text in any external field is shown as text: no script, no network access, no markup', async () => {
  const { page, problems } = await openFile(browser, path);
  // every table has rows with the text; open the details of every row
  for (const name of ['changes', 'unmatched', 'timing', 'suggested', 'matched', 'bridges', 'rejected', 'sources']) {
    const rows = await page.locator(`#table-${name} tbody tr`).allTextContents();
    expect(rows.join(), name).toContain('<img src=x onerror=ran=1>');
  }
  for (const collapsed of await page.locator('details').all())
    await collapsed.evaluate((one) => one.setAttribute('open', ''));
  const buttons = page.locator('button.open');
  expect(await buttons.count()).toBeGreaterThan(8);
  for (const button of await buttons.all()) await button.click();
  const details = (await page.locator('tr.opened').allTextContents()).join();
  expect(details).toContain('<iframe srcdoc=');
  await page.fill('#filter-unmatched', '<script>');
  await page.click('#table-matched thead button');
  expect(await page.evaluate('typeof ran')).toBe('undefined');
  // only the page's own elements: no text was parsed as one
  expect(await page.locator('img, iframe, link, object, embed, form, base, style ~ style').count()).toBe(0);
  expect(await page.locator('meta').count()).toBe(3);
  expect(await page.locator('a:not([href^="#"]):not(nav a)').count()).toBe(0);
  expect(await page.locator('[onclick], [onerror], [onload], [onfocus], [srcdoc]').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('The page has no direction marks, no control characters and no overlong text', () => {
  const page = readFileSync(path, 'utf8');
  expect(page).not.toMatch(/(?!\n)\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
  expect(page).not.toContain('very long '.repeat(200));
  expect(page.length).toBeLessThan(5_000_000);
});
