import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { days, givenFreshRules } from '../given/rules.ts';

/*
 * Each folder of `cases` is a case: the files that a company received, and `expected.yaml` with the items that its rules find. A file is
 * named by its kind (statement.csv, orders.csv, bank_statement.csv), a further one of the kind with a number (statement-2.csv); they are
 * received in the order of their names, an hour apart, on the day after the judged days. The days include the last one. An item is a line
 * `key outcome reason difference` with its sentence (~ where the sentence does not matter); a record that agrees is not listed.
 */

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const expectedCase = z.strictObject({
  title: z.string(),
  judged: z.tuple([day, day]),
  /** The days that a statement covers, where they are not the judged days; and the day on which a file was received. */
  covered: z.record(z.string(), z.tuple([day, day])).default({}),
  received: z.record(z.string(), day).default({}),
  company: z
    .object({ currencies: z.array(z.string()).optional(), books: z.looseObject({}).default({ orders: {} }) })
    .default({ books: { orders: {} } }),
  items: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});

const folder = join(import.meta.dirname, 'cases');
const rules = givenFreshRules();
const later = (from: string, count: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + count * 3_600_000).toISOString();

describe.each(readdirSync(folder).sort())('%s', (name) => {
  const read = (file: string) => readFileSync(join(folder, name, file), 'utf8');
  const { title, judged, covered, received, company, items } = expectedCase.parse(parse(read('expected.yaml')));
  test(title, async () => {
    const { currencies = ['MYR'] } = company;
    const dayAfter = later(judged[1], 24).slice(0, 10);
    await rules.configure({ currencies, books: company.books, hasPayout: false });
    const files = readdirSync(join(folder, name))
      .filter((file) => file !== 'expected.yaml')
      .sort();
    for (const [at, file] of files.entries()) {
      const [kind = file] = file.split(/[-.]/, 1);
      const [currency = null] = currencies.length === 1 ? currencies : [];
      const window = kind === 'statement' ? { ...days(...(covered[file] ?? judged)), currency } : {};
      const received_at = later(received[file] ?? dayAfter, at);
      await rules.receive(read(file), { kind, file_name: file, received_at, ...window });
    }
    const reconciliations = Object.keys(items);
    await rules.find(reconciliations, judged[0], dayAfter);
    const found = await rules.mart(
      `select reconciliation, concat_ws(' ', item_key, outcome, coalesce(reason_code, '-'), right_minus_left::decimal(38, 2)) as line, reason
       from mart.item where outcome <> 'matched' order by reconciliation, item_key`,
    );
    const said = (reconciliation: string) =>
      Object.fromEntries(
        found
          .filter((item) => item.reconciliation === reconciliation)
          .map(({ line, reason }) => [line, items[reconciliation]?.[String(line)] === null ? null : reason]),
      );
    expect(Object.fromEntries(reconciliations.map((each) => [each, said(each)]))).toEqual(items);
  });
});
