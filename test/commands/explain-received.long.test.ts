import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sqlText } from '../../src/warehouse/duckdb-values.ts';
import { openEmptyWarehouse } from '../../src/warehouse/open.ts';
import { givenImporter } from '../given/shop.ts';

const shop = givenImporter({ books: { orders: { file: 'orders.csv' } } });
const received = z.array(z.object({ file: z.string(), row: z.string() }));
const rowsOf = async (text: string) =>
  (await shop.answer(z.object({ received: received.default([]) }), 'explain', text)).received;

const statement = `ID,Type,Reference Nr.,Amount,Fee,Status,Paid On,Customer Email,Shop
P-1,purchase,INV-1,10.00,0.10,paid,2026-11-02 10:00:00,aisyah@customer.example,Ipoh
P-2,purchase,INV-2,20.00,0.20,paid,2026-11-02 11:00:00,,
P-3,purchase,INV-3,ten,0.20,paid,2026-11-02 12:00:00,,
`;

test('explain shows each row as it was received, with the headers of its file, and masks what is personal', async () => {
  shop.write('orders.csv', 'Order;Date;Amount;Status\nINV-1;2026-11-02;10.00;paid\n');
  shop.write('statement.csv', statement);
  await shop.tieout('import', 'orders', 'orders.csv');
  await shop.tieout('import', 'statement', 'statement.csv');
  expect(await rowsOf('INV-1')).toEqual([
    { file: 'orders.csv:2', row: 'Order: INV-1 | Date: 2026-11-02 | Amount: 10.00 | Status: paid' },
    {
      file: 'statement.csv:2',
      row:
        'ID: P-1 | Type: purchase | Reference Nr.: INV-1 | Amount: 10.00 | Fee: 0.10 | Status: paid | ' +
        'Paid On: 2026-11-02 10:00:00 | Customer Email: a••• | Shop: Ipoh',
    },
  ]);
  // a rejected row, and the words for people
  expect(await rowsOf('INV-3')).toMatchObject([
    { file: 'statement.csv:4', row: expect.stringContaining('Amount: ten') },
  ]);
  const { out } = await shop.tieout('explain', 'INV-2');
  expect(out).toMatch(/As received\nfile +row\n─.*\nstatement\.csv:3 +ID: P-2 \| Type: purchase/);
});

test('A column that tieout knows is masked under any header; rows beyond twenty are counted', async () => {
  shop.configure({ statement: { aliases: { client: ['Pelanggan'] } } });
  const lines = Array.from(
    { length: 22 },
    (_, n) => `P-${n + 10},purchase,MANY,1.00,0.00,paid,2026-11-02 13:00:00,Aisyah binti Ahmad`,
  );
  shop.write('many.csv', `${['ID,Type,Reference Nr.,Amount,Fee,Status,Paid On,Pelanggan', ...lines].join('\n')}\n`);
  await shop.tieout('import', 'statement', 'many.csv');
  const rows = await rowsOf('MANY');
  expect(rows).toHaveLength(21);
  expect(rows[0]?.row).toMatch(/ \| Pelanggan: A•••$/);
  expect(rows.at(-1)).toEqual({ file: '', row: '2 further rows not shown' });
});

test('A row of a forgotten customer is that of the redacted copy', async () => {
  shop.configure({}, { report: { show_personal_data: true } });
  expect((await rowsOf('P-1'))[0]?.row).toContain('Customer Email: aisyah@customer.example');
  const forgotten = ['--customer', 'aisyah@customer.example', '--by', 'aida', '--note', 'Request 17'];
  // a section of many rows, and a file that somebody made to analyse it
  const [day = ''] = readdirSync(join(shop.folder, 'data', 'reports')).filter((name) => name.startsWith('2026-11-02'));
  const places = [
    join(shop.reports(day), 'composition.parquet'),
    join(shop.folder, 'data', 'acme', 'analysis.parquet'),
  ];
  const { connection, close } = await openEmptyWarehouse();
  for (const place of places)
    await connection.run(
      `copy (select 'mail to aisyah@customer.example' as text) to ${sqlText(place)} (format parquet)`,
    );
  close();
  const { status, out } = await shop.tieout('forget', ...forgotten);
  expect(status).toBe(4);
  expect(out).toContain('analysis.parquet');
  expect(out).not.toContain('composition.parquet');
  expect(places.map((place) => existsSync(place))).toEqual([false, true]);
  const [row] = await rowsOf('P-1');
  expect(row).toMatchObject({
    file: 'statement.csv:2',
    row: expect.stringContaining('@forgotten.invalid | Shop: Ipoh'),
  });
});

test('Where a file was changed on disk, its rows are not shown; the reason is', async () => {
  const objects = join(shop.data.landing, 'objects');
  const files = readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'));
  expect(files.length).toBe(3);
  for (const name of files) {
    chmodSync(join(objects, name), 0o600);
    writeFileSync(join(objects, name), 'changed');
  }
  expect(await rowsOf('INV-1')).toMatchObject(
    ['orders.csv', 'statement.csv'].map((file) => ({
      file,
      row: expect.stringContaining(`not shown: The file ${file} is not the one that was received`),
    })),
  );
});

test('Where the index of landing is damaged, the story is shown without the rows', async () => {
  shop.write('data/acme/landing/index.jsonl', `${shop.index()}{"receipt_id":`.replace('"sha256":"', '"sha256":"0'));
  const { status, out } = await shop.tieout('explain', 'INV-1');
  expect(status).toBe(0);
  expect(out).toContain('payment paid');
  expect(out).toContain('not shown: ');
});
