import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyDefaults } from '../../src/config/company-schema.ts';
import { inspectIn } from '../../src/inspect/inspect-file.ts';
import { importableKinds } from '../../src/pipeline/import-file.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { openReadingWarehouse } from '../../src/warehouse/reading-warehouse.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-unknown-'));
let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await openReadingWarehouse(importableKinds().map(({ declaration }) => declaration));
});
afterAll(() => {
  warehouse.close();
  rmSync(folder, { recursive: true, force: true });
});

const company = companyDefaults({ name: 'co', zone: 'Asia/Kuala_Lumpur' });

const looks: [string, string | Buffer, string][] = [
  ['page.csv', '<!doctype html><html><body>Please log in</body></html>', 'a web page (HTML)'],
  ['empty.csv', '', 'an empty file'],
  ['letter.rtf', '{\\rtf1\\ansi Dear customer}', 'a formatted text (RTF)'],
  ['document.json', '{"a": 1, "b": [1, 2]}', 'a JSON document with the keys a, b'],
  ['fruit.csv', 'Name,Colour,Weight\nApple,red,12\nPear,green,14\n', 'a table with the columns Name, Colour, Weight'],
  ['numbers.csv', '1;2;3\n4;5;6\n', 'a table of 3 columns without a header'],
  ['letter.txt', 'Dear customer\nthank you\n', 'a text without columns'],
  ['feed.xml', '<?xml version="1.0"?>\n<!-- a feed -->\n<rss version="2.0"><channel/></rss>', 'an XML document (rss)'],
];

test.each(looks)('%s is not called a statement of the gateway', async (name, content, look) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { kind, now, proposal, fitted } = await inspectIn(warehouse, {
    path,
    as: undefined,
    company,
    currency: null,
    keys: [],
  });
  expect(kind.isAssumed).toBe(true);
  expect(now.error?.message).toBe(`The file looks like ${look}, and nothing in the file shows its kind.`);
  for (const known of ['statement', 'orders', 'bank', 'callbacks']) expect(now.error?.remedy).toContain(`${known} (`);
  expect(now.error?.message).not.toContain('company statement');
  expect({ terms: proposal.terms, fitted }).toEqual({ terms: {}, fitted: null });
});

test('A file whose kind was named is refused as one of that kind', async () => {
  const path = join(folder, 'page.csv');
  writeFileSync(path, '<!doctype html><html></html>');
  const as = importableKinds().find((one) => one.import.name === 'bank');
  const { kind, now } = await inspectIn(warehouse, { path, as, company, currency: null, keys: [] });
  expect(kind.isAssumed).toBeUndefined();
  expect(now.error?.message).toBe('Expected a bank statement as CSV; found a web page (HTML).');
});
