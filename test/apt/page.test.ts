import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openFile } from '../given/browser.ts';
import { givenMonthReport } from '../given/month-report.ts';

let browser: Browser;
let path: string;
beforeAll(async () => {
  const { report } = await givenMonthReport();
  path = report.page;
  browser = await openBrowser();
});
afterAll(() => browser?.close());
const opened = (width?: number) => openFile(browser, path, width);

describe('the page in a browser', () => {
  test.each([1280, 768, 390])('opens at %i pixels without an error, a request or a sideways scroll', async (width) => {
    const { page, problems } = await opened(width);
    expect(problems).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await page.close();
  });

  test('its tables sort and filter, and a row opens its whole story, with the keyboard too', async () => {
    const { page, problems } = await opened();
    const heads = await page.$$eval('#table-unmatched th', (all) => all.map((head) => head.textContent));
    const nth = heads.indexOf('Difference') + 1;
    const cells = () =>
      page.$$eval(`#table-unmatched tbody tr:not([hidden]) td:nth-child(${nth})`, (all) =>
        all.map((cell) => Number((cell as unknown as { dataset: { sort: string } }).dataset.sort)),
      );
    await page.click(`#table-unmatched th:nth-child(${nth}) button`);
    const sorted = await cells();
    expect(sorted.length).toBeGreaterThan(5);
    expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
    await page.fill('#filter-unmatched', 'refund');
    const rows = '#table-unmatched tbody tr:not([hidden])';
    const shown = await page.$$eval(rows, (all) => all.length);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(sorted.length);
    await page.focus(`${rows} button`);
    await page.keyboard.press('Enter');
    const story = (await page.textContent('#table-unmatched tr.opened')) ?? '';
    for (const told of ['Refunds paid out', 'Purchases that they point to', 'Reference', 'tieout breaks']) {
      expect(story).toContain(told);
    }
    await page.keyboard.press('Enter');
    expect(await page.$('#table-unmatched tr.opened')).toBeNull();
    expect(problems).toEqual([]);
    await page.close();
  });

  test('what is wrong leads to its rows', async () => {
    const { page } = await opened();
    const link = page.locator('.findings a.rows').first();
    const wanted = (await link.getAttribute('data-filter')) ?? '';
    await link.click();
    const rows = await page.$$eval('#table-unmatched tbody tr:not([hidden])', (all) =>
      all.map((row) => row.textContent ?? ''),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(wanted);
    await page.close();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s', async (colorScheme) => {
    const { page } = await opened();
    await page.emulateMedia({ colorScheme });
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
    const violations = await page.evaluate(
      'axe.run().then((result) => result.violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 120)))',
    );
    expect(violations).toEqual([]);
    await page.close();
  });

  test('prints to a PDF', async () => {
    const { page } = await opened();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // A4 upright, as the page's style asks for; some pages, not hundreds
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThan(60);
    await page.close();
  });
});
