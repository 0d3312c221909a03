import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { unexplainedReasons } from '../given/reasons.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Created On,Related To
p0,purchase,INV-0,MYR,10.00,0,paid,2026-10-30 09:00:00,,
p1,purchase,INV-1,MYR,100.00,0,paid,2026-11-02 09:00:00,,
p2,purchase,INV-2,MYR,49.00,0,paid,2026-11-02 10:00:00,,
p3,purchase,INV-3,MYR,30.00,0,overdue,,2026-11-02 11:00:00,
p4,purchase,INV-4,MYR,40.00,0,paid,2026-11-02 12:00:00,,
s8,purchase,INV-8,MYR,80.00,0,paid,2026-11-02 13:00:00,,
s9a,purchase,INV-9,MYR,90.00,0,paid,2026-11-02 14:00:00,,
s9b,purchase,INV-9,MYR,90.00,0,paid,2026-11-02 14:10:00,,
p7,purchase,INV-7,MYR,70.00,0,overdue,,2026-11-02 15:00:00,
r1,refund,INV-1,MYR,100.00,0,success,2026-11-02 16:00:00,,p1
p5,purchase,INV-5,MYR,50.00,0,paid,2026-11-02 18:00:00,,
c1,chargeback,INV-0,MYR,10.00,0,success,2026-11-02 19:00:00,,p0
`;

const company = generateKeyPairSync('rsa', { modulusLength: 2048 });
const webhook = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const sign = (body: string, key: KeyObject) => createSign('RSA-SHA256').update(body).sign(key, 'base64');
const seconds = (local: string) => Date.parse(`${local}+08:00`) / 1000;

const paid = (id: string, reference: string, sen: number, at: string, event = 'purchase.paid') =>
  JSON.stringify({
    type: 'purchase',
    id,
    reference,
    status: 'paid',
    updated_on: seconds(at),
    purchase: { total: sen, currency: 'MYR' },
    payment: { amount: sen, currency: 'MYR', paid_on: seconds(at) },
    event_type: event,
  });
const refunded = (id: string, reference: string, sen: number, at: string) =>
  JSON.stringify({
    type: 'payment',
    id,
    reference,
    updated_on: seconds(at),
    payment: { is_outgoing: true, amount: sen, currency: 'MYR', paid_on: seconds(at) },
    event_type: 'payment.refunded',
  });
const delivery = (body: string, at: string, key: KeyObject = company.privateKey) =>
  JSON.stringify({ received_at: `${at}+08:00`, signature: sign(body, key), body });

const first = paid('p1', 'INV-1', 10000, '2026-11-02T09:00:00');
const hooked = paid('p2', 'INV-2', 5000, '2026-11-02T10:00:00');
const forged = paid('p7', 'INV-7', 7000, '2026-11-02T15:00:00');
const lines = [
  delivery(first, '2026-11-02T09:00:05'),
  // sent again because the confirmation was lost, with the signature as a header
  JSON.stringify({
    received_at: '2026-11-02T09:02:05+08:00',
    headers: { 'X-Signature': sign(first, company.privateKey) },
    body: first,
  }),
  delivery(hooked, '2026-11-02T10:00:05', webhook.privateKey),
  delivery(paid('p3', 'INV-3', 3000, '2026-11-02T11:00:00'), '2026-11-02T11:00:05'),
  delivery(paid('p4', 'INV-4', 4000, '2026-11-02T11:59:00', 'purchase.created'), '2026-11-02T11:59:05'),
  delivery(paid('p6', 'INV-6', 6000, '2026-11-02T12:30:00'), '2026-11-02T12:30:05'),
  delivery(paid('u8', 'INV-8', 8000, '2026-11-02T13:00:00'), '2026-11-02T13:00:05'),
  delivery(paid('u9', 'INV-9', 9000, '2026-11-02T14:00:00'), '2026-11-02T14:00:05'),
  delivery(forged, '2026-11-02T15:00:05', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  delivery(refunded('r1', 'INV-1', 10000, '2026-11-02T16:00:00'), '2026-11-02T16:00:05'),
  JSON.stringify({ signature: 'x', body: JSON.parse(first) }),
  '{"signature":',
  delivery('{"id":"p1","event_type":"purchase.paid","updated_on":1,"purchase":{"total":1}}', '2026-11-02T16:30:00'),
  // 36 hours after p4 was paid, and not yet 36 hours after p5 was
  delivery(paid('p9', 'INV-99', 1000, '2026-11-04T00:00:00'), '2026-11-04T00:00:05'),
];

/** The first line of a file that states its days. */
const covers = (through: string) => JSON.stringify({ covers: { from: '2026-10-30', through } });

const load = (kind: string, content: string, facts = {}) =>
  acme.load(landed(content, { kind, ext: 'jsonl', received_at: '2026-11-05T00:10:00.000Z', ...facts }));
const judge = () => acme.find(['callbacks_to_statement'], '2026-10-30', '2026-11-03');
const items = () => acme.items('callbacks_to_statement');
/** The columns of the items that match a condition, each item as text. */
const found = (columns: string, condition: string) =>
  acme.martLines(
    `select ${columns} from mart.item where reconciliation = 'callbacks_to_statement' and ${condition} order by item_key`,
  );

const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  await acme.receive(statement, { kind: 'statement', ...days('2026-10-30', '2026-11-02') });
});

test('Without callbacks nothing is reconciled with them', async () => {
  await judge();
  expect(await found('item_key', 'true')).toEqual([]);
});

test('Without a public key the callback file is rejected', async () => {
  expect(await load('callbacks', `${lines.join('\n')}\n`)).toMatchObject({ status: 'refused' });
  const [row] = await acme.rows("select load_code from raw.receipt where load_status = 'refused'");
  expect(row).toEqual({ load_code: 'CALLBACK_KEY_MISSING' });
});

test('Each kind of difference between callback and payment has its reason', async () => {
  await load('public_key', pem(company.publicKey), { ext: 'pem' });
  expect(await load('callbacks', `${lines.join('\n')}\n`)).toMatchObject({ status: 'loaded', rows: 14, rejected: 3 });
  const rejected = await acme.mart(
    'select line_no, reason_code from mart.rejected_row where line_no is not null order by line_no',
  );
  expect(rejected).toEqual([
    { line_no: 11n, reason_code: 'cells_wrong' },
    { line_no: 12n, reason_code: 'cells_wrong' },
    { line_no: 13n, reason_code: 'currency_missing' },
  ]);
  await load('public_key', pem(webhook.publicKey), { ext: 'pem' });
  // the same file with a new key: the rejected signature is valid now
  expect(await load('callbacks', `${lines.join('\n')}\n`)).toMatchObject({ status: 'loaded', rejected: 3 });
  expect(await acme.mart('from mart.rejected_row where line_no is not null and is_in_force')).toHaveLength(3);
  // it has rejected lines that may be of any day: another file proves what was delivered through the 4th
  const whole = lines.filter(
    (line) => !line.includes('"signature":"x"') && line !== '{"signature":' && !line.includes('updated_on\\":1,'),
  );
  expect(await load('callbacks', `${covers('2026-11-03')}\n${whole.join('\n')}\n`)).toMatchObject({ rejected: 0 });
  await judge();
  const [{ key } = { key: '' }] = await acme.rows(
    "select callback_key as key from core.callback where object_key = 'p7'",
  );
  expect(await items()).toEqual([
    'callback:payment:p3 status_differs paid_in_callback_only -30.0000',
    'callback:payment:p6 missing_right callback_without_line -60.0000',
    'payment:p2 amount_differs amount_differs -1.0000',
    'payment:p4 missing_left line_without_callback 40.0000',
    'payment:p5 timing may_still_be_delivered 50.0000',
    'payment:s8 control_breach identifier_differs 0.0000',
    'payment:s9a suggested several_fit 0.0000',
    'payment:s9b timing may_still_be_delivered 90.0000',
    `unsigned:${key} control_breach not_signed -70.0000`,
  ]);
  expect(await found('item_key, match_pass', "outcome = 'matched'")).toEqual([
    'payment:p1 same_identifier',
    'refund:r1 same_identifier',
  ]);
  expect(await found('expected_on, becomes_break_on, left_line_no', "item_key = 'payment:p5'")).toEqual([
    // paid at 18:00 on the 2nd: the gateway tries until 06:00 on the 4th
    '2026-11-04 2026-11-05',
  ]);
});

test('Callbacks have the ids of a statement or have not, whatever those of other statements are', async () => {
  const line = (id: string) => `${id},purchase,${id.toUpperCase()}-R,MYR,1.00,0,paid,2026-11-06 09:00:00,,\n`;
  const header = statement.slice(0, statement.indexOf('\n') + 1);
  const facts = { ...days('2026-11-06'), received_at: '2026-11-07T00:10:00.000Z' };
  // the column has another id from this statement on
  const own = landed(`${header}${line('n1')}${line('n2')}${line('n3')}`, { kind: 'statement', ...facts });
  expect(await acme.load(own)).toMatchObject({ rejected: 0 });
  const reported = ['n1', 'n2', 'n3'].map((id) =>
    delivery(paid(`purchase-${id}`, `${id.toUpperCase()}-R`, 100, '2026-11-06T09:00:00'), '2026-11-06T09:00:05'),
  );
  await load('callbacks', `${reported.join('\n')}\n`);
  const ids = await acme.rows(
    "select is_of_line from recon.callback_identifier where kind = 'payment' order by receipt_id",
  );
  expect(ids).toEqual([{ is_of_line: true }, { is_of_line: false }]);
  await acme.execute("delete from core.payment where starts_with(payment_key, 'n')");
  await acme.execute("delete from core.callback where starts_with(object_key, 'purchase-')");
  await acme.execute('delete from raw.receipt where receipt_id >= $first', { first: own.receipt_id });
});

test('A payment without a callback is a break once later callbacks were received', async () => {
  const later = paid('p10', 'INV-100', 1000, '2026-11-05T00:00:00');
  await load('callbacks', `${covers('2026-11-04')}\n${delivery(later, '2026-11-05T00:00:05')}\n`);
  await judge();
  expect(await found('outcome, reason_code', "item_key = 'payment:p5'")).toEqual([
    'missing_left line_without_callback',
  ]);
});

test('A callback of test mode does not confirm live payments, only those of test mode', async () => {
  const answered = (isTest: boolean) =>
    load('statement_request', JSON.stringify({ id: 's1', format: 'csv', status: 'pending', is_test: isTest }), {
      source: 'gateway',
      ext: 'json',
    });
  const ofP5 = "item_key = 'payment:p5' or reason_code = 'other_mode'";
  const body = JSON.stringify({ ...JSON.parse(paid('p5', 'INV-5', 5000, '2026-11-02T18:00:00')), is_test: true });
  await answered(false);
  await load('callbacks', `${delivery(body, '2026-11-02T18:00:05')}\n`);
  await judge();
  expect(
    await found("outcome, reason_code, coalesce(left_key, '-'), coalesce(right_key, '-'), right_minus_left", ofP5),
  ).toEqual(['control_breach other_mode payment:p5 - -50.0000', 'missing_left line_without_callback - p5 50.0000']);
  await answered(true);
  await judge();
  expect(await found("outcome, coalesce(left_key, '-'), coalesce(right_key, '-')", ofP5)).toEqual([
    'matched payment:p5 p5',
  ]);
});

test('A rejected line leaves the days of its file incomplete until it is corrected; an unsigned callback does not', async () => {
  const rejectedOn = async (day: string) => {
    const [row] = await acme.derived(
      `select rejected_count from recon.input_day($day::date, $day::date + 1) where input = 'callbacks'`,
      { day },
    );
    return Number(row?.rejected_count);
  };
  const early = delivery(paid('p10', 'INV-100', 1000, '2026-11-02T20:00:00'), '2026-11-02T20:00:05');
  const last = delivery(paid('p11', 'INV-101', 1000, '2026-11-05T01:00:00'), '2026-11-05T01:00:05');
  const loadLive = (end: string) => load('callbacks', `${early}\n${last}\n${end}\n`, { file_name: 'live.jsonl' });
  const before = await rejectedOn('2026-11-02');
  const nonsense = JSON.stringify({ received_at: '2026-11-02T10:00:00+08:00', signature: 'x', body: '{"id": 1' });
  expect(await loadLive(nonsense)).toMatchObject({ rejected: 1 });
  expect(await rejectedOn('2026-11-02')).toBe(before);
  await loadLive('{"signature":');
  expect(await rejectedOn('2026-11-02')).toBe(before + 1);
  expect(await rejectedOn('2026-10-30')).toBe(0);
  // a new key makes the file be loaded again, and the line still cannot be read
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await load('public_key', pem(publicKey), { ext: 'pem' });
  expect(await loadLive('{"signature":')).toMatchObject({ status: 'loaded', rejected: 1 });
  expect(await rejectedOn('2026-11-02')).toBe(before + 1);
  // a file of another name replaces nothing
  await load('callbacks', `${early}\n${last}\n`, { file_name: 'copy.jsonl' });
  expect(await rejectedOn('2026-11-02')).toBe(before + 1);
  await loadLive('');
  expect(await rejectedOn('2026-11-02')).toBe(before);
});

test('A callback and a line with different payment methods are a break, where both are names of the specification', async () => {
  const methods = [
    ['m1', 'visa', 'fpx'],
    ['m2', 'FPX', 'fpx'],
    ['m3', 'Card', 'visa'],
    ['m4', 'razer_grabpay', 'razer'],
    ['m5', 'visa', undefined],
    ['m6', '', 'visa'],
  ] as const;
  const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On\n';
  const rows = methods.map(([id, ofLine]) => `${id},purchase,R-${id},MYR,1.00,0,${ofLine},paid,2026-10-31 09:00:00\n`);
  await load('statement', header + rows.join(''), { ...days('2026-10-31'), ext: 'csv' });
  const stating = (id: string, payment_method: string | undefined) =>
    JSON.stringify({
      ...JSON.parse(paid(id, `R-${id}`, 100, '2026-10-31T09:00:00')),
      is_test: true,
      transaction_data: { payment_method },
    });
  const reported = methods.map(([id, , method]) => delivery(stating(id, method), '2026-10-31T09:00:05'));
  await load('callbacks', `${reported.join('\n')}\n`);
  await judge();
  expect(await found('left_key, outcome, reason_code, reason', "starts_with(item_key, 'payment:m')")).toEqual([
    'payment:m1 status_differs method_differs The callback reports MYR 1.00 paid by fpx, the statement by visa.',
    ...['m2', 'm3', 'm4', 'm5'].map((id) => `payment:${id} matched Callback and statement agree.`),
    'payment:m6 status_differs method_differs The callback reports MYR 1.00 paid by visa, the statement names no method.',
  ]);
});

test('A day without its required callbacks is incomplete', async () => {
  await acme.configure({ hasPayout: false, books: { callbacks: {} } });
  const missing = async (day: string) => {
    const rows = await acme.derived(
      `select input from recon.input_day(date '${day}', date '${day}' + 1) where state <> 'covered' and input = 'callbacks'`,
    );
    return rows.length;
  };
  expect(await missing('2026-11-02')).toBe(0);
  expect(await missing('2026-11-06')).toBe(1);
});

test('Each reason is declared in the head of its file with its outcome', async () => {
  expect(await unexplainedReasons(acme.connection)).toEqual([]);
});
