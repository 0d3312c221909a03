import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startAlteringGateway } from '../given/altering-gateway.ts';
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

test('A statement whose record is not understood is asked for at once again, and then after a pause', async () => {
  const isRecord = (path: string) => /company_statements\/[^/]+\/$/.test(path.split('?', 1)[0] ?? '');
  const gateway = await startAlteringGateway(sandbox, (text, path) => (isRecord(path) ? '{}' : text));
  onTestFinished(() => gateway.close());
  const access = { base_url: gateway.url, secret_key: { env: 'T_GATEWAY_KEY' } };
  const shop = shopAt(sandbox, { currencies: ['MYR'], gateway: access });
  const asked: number[] = [];
  for (let again = 0; again < 3; again += 1) {
    const before = gateway.seen.length;
    expect((await run(shop)).status).toBe(4);
    asked.push(gateway.seen.slice(before).filter(({ path }) => isRecord(path)).length);
  }
  expect(asked).toEqual([1, 1, 0]);
  expect(
    await shop.rows('select distinct request_count, next_attempt_at > now() as is_later from mart.quarantine'),
  ).toEqual([{ request_count: 2, is_later: true }]);
});
