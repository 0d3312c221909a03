import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { writeIndexPage } from '../../src/report/index-page.ts';
import { openBrowser, openFile } from '../given/browser.ts';
import { givenMonthReport } from '../given/month-report.ts';

let browser: Browser;
let path: string;
let day: string;
let index: string;
beforeAll(async () => {
  const { report, day: lastDay } = await givenMonthReport();
  path = report.page;
  day = lastDay.page;
  index = await writeIndexPage(dirname(dirname(report.folder)), english());
  browser = await openBrowser();
});
afterAll(() => browser?.close());
const opened = (width?: number) => openFile(browser, path, width);

async function violationsOf(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(
    'axe.run().then((result) => result.violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 120)))',
  );
}

describe('the page in a browser', () => {
  test.each([1280, 768, 390])('opens at %i pixels without errors, requests or horizontal scrolling', async (width) => {
    const { page, problems } = await opened(width);
    expect(problems).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  });

  test.each([1280, 768, 390])('shows bars and remarks that can be read, at %i pixels', async (width) => {
    const { page } = await opened(width);
    const widths = (selector: string) =>
      page.$$eval(selector, (all) => all.map((one) => one.getBoundingClientRect().width).filter((wide) => wide > 0));
    const [bars, remarks] = [await widths('.ages tbody svg, .lag tbody svg'), await widths('.statement tbody .remark')];
    expect(bars.length).toBeGreaterThan(5);
    expect(Math.min(...bars)).toBeGreaterThan(300);
    expect(remarks.length).toBeGreaterThan(5);
    expect(Math.min(...remarks)).toBeGreaterThan(250);
  });

  test('sorts and filters tables and opens row details, by mouse and keyboard', async () => {
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
    await page.fill('#filter-unmatched', 'Refunds to payments');
    const rows = '#table-unmatched tbody tr:not([hidden])';
    const shown = await page.$$eval(rows, (all) => all.length);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(sorted.length);
    await page.focus(`${rows} button`);
    await page.keyboard.press('Enter');
    const details = (await page.textContent('#table-unmatched tr.opened')) ?? '';
    for (const text of ['Refunds', 'Refunded payments', 'Reference', 'tieout breaks']) {
      expect(details).toContain(text);
    }
    await page.keyboard.press('Enter');
    expect(await page.$('#table-unmatched tr.opened')).toBeNull();
    expect(problems).toEqual([]);
  });

  test('links each finding to its rows', async () => {
    const { page } = await opened();
    const link = page.locator('.findings a.rows').first();
    const filterText = (await link.getAttribute('data-filter')) ?? '';
    await link.click();
    const rows = await page.$$eval('#table-unmatched tbody tr:not([hidden])', (all) =>
      all.map((row) => row.textContent ?? ''),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(filterText);
  });

  test.each(['light', 'dark'] as const)('has no axe violations in %s', async (colorScheme) => {
    const { page } = await opened();
    await page.emulateMedia({ colorScheme });
    // collapsed tables and row details follow the same rules
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await page.click('#table-unmatched button.open');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('has a table of contents that links to every section and opens collapsed tables', async () => {
    const { page, problems } = await opened();
    const links = page.locator('nav.contents a');
    expect(await links.count()).toBeGreaterThan(10);
    for (const link of await links.all()) {
      const target = await link.getAttribute('href');
      expect(await page.locator(target ?? '').count(), target ?? '').toBe(1);
    }
    const matched = page.locator('#table-matched');
    expect(await matched.isVisible()).toBe(false);
    await page.click('nav.contents a[href="#matched"]');
    await matched.waitFor({ state: 'visible' });
    expect(problems).toEqual([]);
  });

  test('works with the keyboard only: skip link, findings, table and row details', async () => {
    const { page } = await opened();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the findings');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Show items');
    await page.keyboard.press('Enter');
    expect(await page.inputValue('#filter-unmatched')).not.toBe('');
    await page.focus('#filter-unmatched');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('refund');
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.className')) === 'open') break;
    }
    await page.keyboard.press('Space');
    expect(await page.locator('#table-unmatched tr.opened').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('true');
  });

  test('shows findings and actions without JavaScript', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    onTestFinished(() => page.close());
    await page.goto(pathToFileURL(path).toString());
    expect(await page.locator('#findings .todo').count()).toBeGreaterThan(3);
    expect(await page.locator('noscript').isVisible()).toBe(true);
    expect(await page.locator('#table-unmatched tbody tr').count()).toBeGreaterThan(5);
  });

  test.each([1280, 390])('is linked from the index of all reports, at %i pixels', async (width) => {
    const { page, problems } = await openFile(browser, index, width);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.locator('table a').first().click();
    expect(page.url()).toBe(pathToFileURL(day).toString());
  });

  test('prints its verdict, findings, statements and controls: a day on at most four pages of A4, a month on eight', async () => {
    for (const [file, most] of [
      [day, 4],
      [path, 8],
    ] as const) {
      const { page } = await openFile(browser, file);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
      expect(pdf.match(/\/Type \/Page\b/g)?.length, file).toBeLessThanOrEqual(most);
      await page.emulateMedia({ media: 'print' });
      // what is wider than the paper between its margins makes Chromium shrink all of the print; a month may have 31 days
      await page.evaluate(`for (const row of document.querySelectorAll('.grid:not(.wide) tr'))
        while (row.cells.length < 32) row.append(row.cells[row.cells.length - 1].cloneNode(true))`);
      await page.setViewportSize({ width: 695, height: 1000 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(695);
      for (const id of ['findings', 'statements', 'register'])
        expect(await page.locator(`#${id}`).isVisible()).toBe(true);
      for (const hidden of ['#flow', '#table-unmatched']) expect(await page.locator(hidden).isVisible()).toBe(false);
    }
  });
});
