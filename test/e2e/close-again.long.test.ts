import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { fingerprints, tieout } from '../given/command.ts';
import { readWorkbook } from '../given/read-workbook.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';

/* A closed month is sealed: a later change is reported, and a new version needs a reopening that one person requests and another approves. */

const last = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').with({ day: 1 }).subtract({ days: 1 });
const first = last.subtract({ days: 2 });
const month = last.toPlainYearMonth().toString();
let sandbox: RunningSandbox;
let given: ReturnType<typeof givenConfig>;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 23, days: 4, until: last.toString(), breaks: 'none', ordersPerDay: 6 });
  given = givenConfig(sandbox, { starts_on: first.toString(), books: { orders: { file: 'orders.csv' } } });
  writeFileSync(join(given.folder, 'orders.csv'), withUnpaid(sandbox.files().orders, 'OF-AIDA,aida@example.com'));
  await givenSelftest(join(given.folder, 'data'));
});
afterAll(() => sandbox.close());

/** The orders of a shop with one more that was not paid, which leaves every day reconciled. */
function withUnpaid(orders: string, named: string): string {
  const lines = orders.split('\r\n');
  const order = lines.find((line) => line.includes(`,${first}T`) && line.includes(',paid,')) ?? '';
  const unpaid = order.replace(/^[^,]+,INV-[^,]+/, named).replace(',paid,', ',cancelled,');
  return lines.toSpliced(-1, 0, unpaid.replace(/[^,]*$/, '')).join('\r\n');
}

const call = (...args: string[]) => tieout(['-q', '-c', given.path, ...args], given.env);
const pack = (version: string) => join(given.folder, 'data', 'closed', month, 'acme', version);

const answer = z.object({
  companies: z
    .array(
      z.looseObject({
        closed: z.literal(true),
        is_new: z.boolean(),
        version: z.number(),
        changes: z.array(z.looseObject({ subject: z.string(), before: z.string(), now: z.string() })).optional(),
      }),
    )
    .length(1),
});
async function close() {
  const { status, out, err } = await call('--json', 'close', month);
  expect(err).toBe('');
  return { status, ...answer.parse(JSON.parse(out)).companies[0] };
}

const contentOf = (version: string) => fingerprints(pack(version));

const index = () => readFileSync(join(givenData(given.folder).landing, 'index.jsonl'), 'utf8');
const manifestOf = (version: string): unknown => JSON.parse(readFileSync(join(pack(version), 'manifest.json'), 'utf8'));

test('A closed month is closed again only after a change, and only if one person requests it and another approves it', async () => {
  expect(await close()).toMatchObject({ status: 0, is_new: true, version: 1 });
  const sealed = contentOf('v1');
  const kept = index();
  expect(await close()).toMatchObject({ status: 0, is_new: false, version: 1, changes: [] });
  expect(index()).toBe(kept);

  // a late unpaid order: no day has a break, but the month has changed
  const orders = join(given.folder, 'orders.csv');
  writeFileSync(orders, withUnpaid(readFileSync(orders, 'utf8'), 'LATE-1,INV-900001'));
  const late = await call('run', '--from', first.toString(), '--to', last.toString());
  // every day is reconciled, but the change of the closed month needs action by a person
  expect(late).toMatchObject({ status: 3, err: '' });
  expect(late.out).not.toMatch(/breaks +\d+ +[1-9]/);
  expect(late.out).toContain(`acme: ${month} is closed (v1), and has 1 change after the close (orders MYR 0.00).`);
  expect((await call('run', '--from', first.toString(), '--to', last.toString())).status).toBe(0);
  const closedIndex = () => readFileSync(join(given.folder, 'data', 'closed', 'index.html'), 'utf8');
  expect(closedIndex()).toContain('sealed; 1 change after the close (orders MYR 0.00)');
  const months = async () =>
    z
      .object({
        months: z.array(z.looseObject({ month: z.string(), state: z.string(), version: z.number().nullable() })),
      })
      .parse(JSON.parse((await call('--json', 'status')).out))
      .months.filter((one) => one.month === month);
  expect(await months()).toMatchObject([
    { state: 'changed', version: 1, remark: '1 change after the close (orders MYR 0.00).' },
  ]);
  // on the morning after the month, no later day is due
  const clock = () =>
    last.add({ days: 1 }).toZonedDateTime({ timeZone: 'Asia/Kuala_Lumpur', plainTime: '08:00' }).toInstant();
  const state = await tieout(['-q', '-c', given.path, 'status', '--exit-code'], given.env, undefined, { clock });
  expect(state.status).toBe(3);
  expect(state.out.replaceAll(/\s+/g, ' ')).toContain(
    `${month} is closed (v1), and has 1 change after the close (orders MYR 0.00).`,
  );
  const listed = z
    .array(z.looseObject({}))
    .parse(
      JSON.parse(
        (
          await call(
            '--json',
            'sql',
            'select closed_month as month, record, change, reference, effect::text as effect from late_change',
          )
        ).out,
      ),
    );
  expect(listed).toEqual([{ month, record: 'order', change: 'new', reference: 'INV-900001', effect: '0.0000' }]);
  const changed = await close();
  expect(changed).toMatchObject({ status: 4, is_new: false, version: 1, changes: [{ subject: 'Orders' }] });
  expect(contentOf('v1')).toEqual(sealed);
  const text = await call('close', month);
  expect(text.out).toContain(`${month} v1 has changed since the month was closed.`);
  expect(text.out).toContain(`tieout reopen ${month} --reason TEXT`);

  // one person alone cannot reopen it
  const refused = (code: string) => ({ status: 2, err: expect.stringContaining(code) });
  expect(await call('reopen', month)).toMatchObject(refused('REOPENING_REFUSED'));
  expect(await call('reopen', month, '--approve', '--author', 'badrul')).toMatchObject(refused('REOPENING_REFUSED'));
  const requested = await call('reopen', month, '--reason', 'A late order', '--author', 'Aida');
  expect(requested).toMatchObject({ status: 0, err: '' });
  expect(await close()).toMatchObject({ status: 4, is_new: false });
  expect(await call('reopen', month, '--approve', '--author', 'aida ')).toMatchObject(refused('cannot approve it'));
  expect(await close()).toMatchObject({ status: 4, is_new: false });
  expect(await call('reopen', month, '--approve', '--author', 'Badrul')).toMatchObject({ status: 0, err: '' });

  expect(await close()).toMatchObject({ status: 0, is_new: true, version: 2 });
  expect(contentOf('v1')).toEqual(sealed);
  expect(manifestOf('v2')).toMatchObject({
    version: 2,
    reopened: { reason: 'A late order', requested_by: 'Aida', approved_by: 'Badrul' },
    changes_since_previous_version: [{ subject: 'Orders' }],
    previous: { month, version: 1 },
  });
  const sheet = (await readWorkbook(join(pack('v2'), 'differences-v1-v2.xlsx'))).getWorksheet('Differences');
  expect(sheet?.getColumn(1).values).toEqual(
    expect.arrayContaining(['Reason: A late order', 'Requested by Aida, approved by Badrul.', 'Orders']),
  );
  expect(closedIndex()).toMatch(/v2<\/td>.*sealed[\s\S]*v1<\/td>.*superseded by v2/);
  expect(await months()).toMatchObject([{ state: 'sealed', version: 2, remark: '' }]);
  // the approval was for version 1
  expect(await close()).toMatchObject({ status: 0, is_new: false, version: 2, changes: [] });

  const proven = await call('verify');
  expect(proven).toMatchObject({ status: 0, err: '' });
  for (const version of ['v1', 'v2']) expect(proven.out).toContain(`the pack of ${month} ${version} is unchanged`);
});

test('The packs of a month are verified from their folders alone, and a changed byte is named', async () => {
  const proven = await call('verify', 'close', month);
  expect(proven).toMatchObject({ status: 0, err: '' });
  expect(proven.out).toContain(`acme ${month} v2: as it was written`);
  expect(proven.out).toContain(`it follows the pack of ${month} v1`);
  // no configuration is needed
  const elsewhere = mkdtempSync(join(tmpdir(), 'tieout-elsewhere-'));
  expect(await tieout(['-q', 'verify', 'close', dirname(pack('v1'))], {}, elsewhere)).toMatchObject({ status: 0 });

  const table = join(pack('v1'), 'tables', 'transaction.parquet');
  expect(existsSync(table)).toBe(true);
  const bytes = readFileSync(table);
  bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
  writeFileSync(table, bytes);
  for (const args of [['verify'], ['verify', 'close', month]])
    expect(await call(...args)).toMatchObject({
      status: 4,
      err: expect.stringContaining(
        `The pack of ${month} v1 has changed since the month was closed: tables/transaction.parquet`,
      ),
    });
});
