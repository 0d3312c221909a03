import { beforeAll, expect, test } from 'vitest';
import { derive, receivedAs } from '../../src/warehouse/derive.ts';
import { madeWith } from '../../src/warehouse/warehouse-version.ts';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();
beforeAll(async () => {
  await acme.load(landed('no statement', { kind: 'statement', currency: 'MYR' }));
});

const updates = [
  "raw.receipt set load_status = 'loaded'",
  "raw.receipt set load_code = 'ANOTHER'",
  "raw.receipt set load_message = 'Another.'",
  'raw.receipt set load_line = 7',
  "raw.receipt set read_with = 'another'",
  'raw.receipt set is_removed = true',
  "core.company set zone = 'Asia/Singapore'",
  "core.company_setting set value = 'another'",
  "core.company_input set covers = 'another'",
  "core.company_input set coverage = 'another'",
].map((change) => `update ${change}`);
const insertions = [
  `insert into core.company_calendar values ('', [], [], 'of 2026')`,
  `insert into core.signing_key values ('aida', 'SHA256:one', null)`,
];

test.each([...updates, ...insertions])('The text of receipts and configuration changes after: %s', async (change) => {
  const before = await receivedAs(acme.connection);
  await acme.execute('begin');
  await acme.execute(change);
  expect(await receivedAs(acme.connection)).not.toBe(before);
  await acme.execute('rollback');
  expect(await receivedAs(acme.connection)).toBe(before);
});

test('A file that is refused for another reason has the new reason in core.refused_receipt', async () => {
  const refusal = () => acme.derived('select load_message from core.refused_receipt');
  expect(await refusal()).toEqual([{ load_message: expect.stringContaining('statement') }]);
  await acme.execute("update raw.receipt set load_message = 'It has no amounts.'");
  expect(await refusal()).toEqual([{ load_message: 'It has no amounts.' }]);
});

test.each(['decision', 'turnover_slice'])(
  'A loaded %s refills nothing, unless one of its kind was refused',
  async (kind) => {
    const derivedFrom = async () => {
      await derive(acme.connection);
      return (await madeWith(acme.connection))?.get('derived');
    };
    const arrives = (status: string) =>
      acme.execute(`insert into raw.receipt
       select * replace ((select max(receipt_id) + 1 from raw.receipt) as receipt_id, '${kind}' as kind, '${status}' as load_status, 0 as rejected_count)
       from raw.receipt limit 1`);
    const before = await derivedFrom();
    await arrives('loaded');
    expect(await derivedFrom()).toBe(before);
    await arrives('refused');
    const refused = await derivedFrom();
    expect(refused).not.toBe(before);
    await arrives('loaded');
    expect(await derivedFrom()).not.toBe(refused);
  },
);
