import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { loadDefinition } from '../../src/report/load-definition.ts';
import { readPageData } from '../../src/report/page/page-data.ts';
import { writePage } from '../../src/report/page.ts';
import { readTables } from '../../src/report/table.ts';
import { withReader } from '../../src/warehouse/open.ts';
import { openBrowser, openFile } from '../given/browser.ts';
import { givenChangedDay, manyUnmatched } from '../given/changed-warehouse.ts';
import { scope } from '../given/hostile-report.ts';

let browser: Browser;
const path = join(mkdtempSync(join(tmpdir(), 'tieout-large-')), 'acme.html');
beforeAll(async () => {
  const { snapshot: file } = await givenChangedDay(manyUnmatched(500_000));
  await withReader(file, async ({ connection }) => {
    const definition = await loadDefinition('daily');
    const tables = await readTables(connection, definition, scope);
    const data = await readPageData(connection, scope, { currency: undefined, rates: {} });
    await writePage(definition, tables, data, path, { scope, isPersonalShown: false, words: english() });
  });
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('The page of a day with 500,000 unmatched rows stays small and usable and states the omitted rows', async () => {
  expect(statSync(path).size).toBeLessThan(5_000_000);
  const { page, problems } = await openFile(browser, path);
  // once a row can be opened, the script has run
  await page.click('#table-unmatched tbody button.open');
  const shown = await page.locator('#table-unmatched > tbody > tr:not(.opened)').count();
  expect(shown).toBe(500);
  const note = 'Showing 500 of 500,001 rows; unmatched.csv has all of them.';
  expect(await page.locator('#table-unmatched').locator('xpath=../following-sibling::p').textContent()).toBe(note);
  expect(await page.locator('#findings').textContent()).toContain('500,001 causes');
  expect(await page.locator('#ages').textContent()).toContain('500,001');
  expect(problems).toEqual([]);
});
