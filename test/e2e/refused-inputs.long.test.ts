import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { importableKinds, importFile } from '../../src/pipeline/import-file.ts';
import { type CorpusCase, corpusCases } from '../given/corpus-case.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { shareOf } from '../given/share.ts';
import { daysAgo, givenSandbox, type Shop, shopAt } from '../given/shop.ts';

const sandbox = await givenSandbox({ days: 4, breaks: 'none', ordersPerDay: 10 });
const { orders, bank } = sandbox.files();
const writers: ChildProcess[] = [];
afterAll(() => {
  for (const writer of writers) writer.kill();
});

const answerForm = z.object({
  verdicts: z.array(z.object({ verdict: z.string(), reason: z.string() })),
  errors: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      remedy: z.string(),
      place: z.looseObject({ file: z.string().optional() }),
    }),
  ),
});

/** Runs yesterday. */
async function run(shop: Shop) {
  const { status, out } = await shop.tieout('--json', 'run', '--date', daysAgo(1));
  return { status, ...answerForm.parse(JSON.parse(out)) };
}

/** The orders of the sandbox in two halves, each with the period and the header. */
function halves(): [string, string] {
  const [period = '', header = '', ...lines] = orders.trimEnd().split('\r\n');
  const middle = Math.floor(lines.length / 2);
  const text = (part: string[]) => `${[period, header, ...part].join('\r\n')}\r\n`;
  return [text(lines.slice(0, middle)), text(lines.slice(middle))];
}
const [first, second] = halves();

test('A refused file of a folder is named with what to do, and accepted once the configuration is mended', async () => {
  const books = { bank: { file: ['bank/*.csv'] } };
  const shop = shopAt(sandbox, { books: { ...books, orders: { file: 'orders' } } });
  shop.write('orders/1.csv', first.replace('Amount', 'Grand Sum'));
  shop.write('orders/2.csv', second);
  shop.write('orders/notes.pdf', '%PDF-1.7');
  shop.write('bank/november.csv', bank);

  const refused = await run(shop);
  expect(refused.status).toBe(4);
  expect(refused.errors).toEqual([
    expect.objectContaining({ code: 'FILE_COLUMN_MISSING', place: { file: '1.csv', line: 2 } }),
  ]);
  expect(refused.errors[0]?.message).toContain('no column for amount');
  expect(refused.errors[0]?.remedy).toContain('books.orders.aliases');
  for (const { verdict, reason } of refused.verdicts) {
    expect(verdict).toBe('incomplete');
    expect(reason).toMatch(
      /^\d+ of \d+ controls made.* Orders: nothing covers \d+ \w+ \d+\. Rejected: 1\.csv, line 2: The order file has no column for amount\..*books\.orders\.aliases/,
    );
  }
  expect(await shop.json('status')).toMatchObject({
    rejected_files: [{ file_name: '1.csv', load_line: 2, load_code: 'FILE_COLUMN_MISSING' }],
  });
  // unchanged, and named again
  expect((await run(shop)).errors).toHaveLength(1);

  shop.configure({ books: { ...books, orders: { file: 'orders', aliases: { amount: ['Amount', 'Grand Sum'] } } } });
  expect(await run(shop)).toMatchObject({ status: 0, errors: [] });
  const count = orders.trimEnd().split('\r\n').length - 2;
  expect(await shop.rows('select count(*) as n from core.merchant_order where known_to is null')).toEqual([
    { n: count },
  ]);
  expect(await shop.json('status')).toMatchObject({ rejected_files: [] });
  // the file that the first configuration refused is in its place in a rebuild too
  expect(await shop.tieout('rebuild', '--compare')).toMatchObject({ status: 0, err: '' });

  // an export that is under way
  const target = join(shop.folder, 'orders', '3.csv');
  const code = `const fs = require('node:fs');
    setInterval(() => { fs.appendFileSync(process.argv[1], 'Order,Amount'); console.log('written'); }, 100);`;
  const writer = spawn(process.execPath, ['-e', code, target], { stdio: ['ignore', 'pipe', 'inherit'] });
  writers.push(writer);
  await once(writer.stdout, 'data');
  const during = await run(shop);
  writer.kill();
  expect(during.status).toBe(4);
  expect(during.errors).toEqual([
    expect.objectContaining({ code: 'BOOK_FILE_BEING_WRITTEN', place: { file: target } }),
  ]);
});

test('A file whose rows were rejected is read again once the configuration accepts more of them', async () => {
  const withWords = (statuses: object) => ({
    books: { orders: { file: 'orders', ...statuses }, bank: { file: 'bank.csv' } },
  });
  const shop = shopAt(sandbox, withWords({}));
  shop.write('orders/1.csv', first);
  shop.write('orders/2.csv', second.replaceAll(',paid,', ',fulfilled,'));
  shop.write('bank.csv', bank);
  const rejected = await run(shop);
  expect(rejected.status).toBe(4);
  expect(rejected.verdicts.map(({ reason }) => reason).join()).toContain('fulfilled');
  shop.configure(withWords({ statuses: { paid: ['fulfilled'] } }));
  expect(await run(shop)).toMatchObject({ status: 0 });
  expect(await shop.tieout('rebuild', '--compare')).toMatchObject({ status: 0, err: '' });
  // terms that accept fewer rows change nothing
  shop.configure(withWords({ statuses: { paid: ['shipped'] } }));
  expect((await run(shop)).status).toBe(0);
});

type Refused = Extract<CorpusCase, { outcome: 'refused' }>;

/** A name of its own, with an ending that a folder takes: a page that ends in .html is ignored there. */
const nameOf = ({ name }: CorpusCase) => {
  const own = name.replaceAll('/', '-');
  return /\.(csv|txt|tsv|xlsx|json|jsonl|xml|sta|ofx)$/.test(own) ? own : `${own}.csv`;
};

/** Refused files of the corpus that need no configuration and no request of their own: a share of them, as each is loaded several times. */
const refusedCases = shareOf(
  corpusCases().filter(
    (each): each is Refused & CorpusCase =>
      each.outcome === 'refused' &&
      Object.keys(each.configuration).length === 0 &&
      [...each.currencies, each.zone].join() === 'MYR,Asia/Kuala_Lumpur' &&
      each.currency === undefined &&
      each.window === undefined,
  ),
  150,
);
/** Each has an error of its own: which one, test/formats/whole-corpus.long.test.ts proves. */
const refusal = /^FILE_(?!NOT_LOADED)/;
const codeOf = (error: unknown) => (error instanceof TieoutError ? error.code : String(error));

test('Whatever file is refused, at import, run and rebuild every other input stays usable', {
  timeout: 600_000,
}, async () => {
  const shop = shopAt(sandbox, {
    currencies: ['MYR'],
    books: { orders: { file: 'orders' }, bank: { file: 'bank' }, callbacks: { file: 'callbacks' } },
  });
  const folders = { statement: 'statements', orders: 'orders', bank: 'bank', callbacks: 'callbacks' } as const;
  const placed = new Map(
    refusedCases.map((each) => [each, shop.write(`${folders[each.as]}/${nameOf(each)}`, readFileSync(each.path))]),
  );
  const all = refusedCases.map(nameOf).sort();
  shop.write('orders/good.csv', orders);
  shop.write('bank/good.csv', bank);
  shop.write('callbacks/good.jsonl', `${[...sandbox.callbacks().lines].join('\n')}\n`);

  const config = await loadConfig(shop.path, { environment: shop.env });
  const company = onlyCompany(config);
  const importable = importableKinds().find(({ kind }) => kind === 'statement');
  if (importable === undefined) throw new Error('there is nothing to import');
  for (const each of refusedCases.filter(({ as }) => as === 'statement')) {
    const file = placed.get(each) ?? '';
    const named = { file, path: file, currency: 'MYR', covers: null };
    const request = { config, company, importable, ...named, progress: silentProgress };
    expect(codeOf(await importFile(request).catch((error: unknown) => error)), nameOf(each)).toMatch(refusal);
  }

  const state = async () => ({
    counts: await shop.read(
      `select (select count(*) from core.payment) as payments, (select count(*) from core.merchant_order) as orders,
         (select count(*) from core.bank_line) as bank, (select count(*) from core.callback) as callbacks`,
    ),
    refused: await shop.read(
      "select file_name, load_code from raw.receipt where load_status = 'refused' order by file_name",
    ),
  });
  const ran = await run(shop);
  expect(ran.status).toBe(4);
  // SGD is in the files and not in the configuration, and has a verdict of its own
  expect(ran.verdicts.map(({ verdict }) => verdict)).toEqual(['incomplete', 'incomplete']);
  const ofBooks = refusedCases.filter(({ as }) => as !== 'statement').map(nameOf);
  expect(ofBooks.filter((name) => !ran.errors.some(({ place }) => place.file === name))).toEqual([]);
  const before = await state();
  expect(before.refused.map(({ file_name }) => file_name)).toEqual(all);
  expect(before.refused.filter(({ load_code }) => !refusal.test(String(load_code)))).toEqual([]);
  expect(new Set(before.refused.map(({ load_code }) => load_code)).size).toBeGreaterThan(7);
  const [counts] = before.counts;
  const lines = (text: string) => text.trimEnd().split('\n').length;
  expect(counts?.orders).toBe(BigInt(lines(orders) - 2));
  expect(counts?.bank).toBe(BigInt(lines(bank) - 2));
  expect(Math.min(Number(counts?.payments), Number(counts?.callbacks))).toBeGreaterThan(20);

  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0 });
  expect(await state()).toEqual(before);
});
