import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprints, tieout, tieoutProcess } from '../given/command.ts';
import { readWorkbook } from '../given/read-workbook.ts';
import { givenShop, givenWorld, lastMonth } from '../given/shop.ts';
import { readPdf } from '../given/sign-off.ts';
import { explainBreak, monthWithBreak, reconciledMonth, withUnpaid } from '../given/worlds.ts';

const { month, first, last } = lastMonth();
const reconciled = await givenWorld(reconciledMonth);
const broken = await givenWorld(monthWithBreak);

const manifestForm = z.object({
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  controls: z.array(
    z.object({ control: z.string(), business_date: z.string(), state: z.string(), is_decided: z.boolean() }),
  ),
  not_set_up: z.array(z.object({ title: z.string(), input: z.string() })),
  decided: z.array(z.object({ break_id: z.string(), author: z.string(), note: z.string(), decision: z.string() })),
});
const closedForm = z.object({
  companies: z
    .array(
      z.looseObject({
        closed: z.literal(true),
        manifest: z.string().optional(),
        is_new: z.boolean(),
        version: z.number(),
        counts: z.unknown().optional(),
        changes: z.array(z.looseObject({ subject: z.string(), before: z.string(), now: z.string() })).optional(),
      }),
    )
    .length(1),
});

test('A month is closed once every day is reconciled or its items decided', async () => {
  const shop = broken.copy();
  const { published } = shop.data;
  const close = () => shop.tieout('close', month);
  const refused = await close();
  expect(refused).toMatchObject({ status: 4, err: '' });
  expect(refused.out).toContain(`${month} is not closed. 10 of 12 gates passed.`);
  // the gate of the days is open while a day is, and the other gate says why
  expect(refused.out).toContain('1 day is not reconciled, for the reasons of other gates.');
  // the gate that refuses, with the reconciliation, the day and what to do
  const [, refusal = ''] = refused.out.split('Breaks and suggested matches are decided: no');
  expect(refusal.replaceAll(/\s+/g, ' ')).toContain('Orders to statement');
  expect(refusal).toContain('no order has this number');

  const id = await explainBreak(shop);
  const [done] = (await shop.answer(closedForm, 'close', month)).companies;
  const manifest = manifestForm.parse(JSON.parse(readFileSync(done?.manifest ?? '', 'utf8')));
  const { controls, decided } = manifest;
  expect(decided).toMatchObject([{ break_id: id, decision: 'explain', author: 'aida', note: 'Taken by telephone' }]);
  expect(done?.counts).toEqual({
    ...{
      days: 2,
      reconciled_days: 2,
      decided_days: 1,
      controls: controls.length,
      waived: 0,
      decided: 1,
      written_off: [],
    },
    control_kinds: new Set(controls.map(({ control }) => control)).size,
  });
  expect(controls.filter(({ state, is_decided }) => state === 'out_of_balance' && !is_decided)).toEqual([]);
  expect(controls.some(({ state }) => state === 'not_made')).toBe(false);
  expect(new Set(controls.map(({ business_date }) => business_date)).size).toBe(2);
  expect(manifest.not_set_up.map(({ input }) => input)).toContain('bank');
  const pack = dirname(done?.manifest ?? '');
  const sealed = fingerprints(pack);
  const named = manifest.files.map(({ name }) => name);
  expect(named).toContain('acme.xlsx');
  for (const { name, sha256 } of manifest.files) expect(sealed[name]).toBe(sha256);

  // the page to sign has the hash of the manifest, and SHA256SUMS those of all files
  expect(named).not.toContain('statement-MYR.pdf');
  const page = await readPdf(readFileSync(join(pack, 'statement-MYR.pdf')));
  expect(page.pageCount).toBe(1);
  expect(page.lines).toContain(`Manifest SHA-256 ${sealed['manifest.json']}`);
  expect(page.lines.join('\n')).toContain('2 of 2 days reconciled');
  const others = Object.entries(sealed).filter(([name]) => name !== 'SHA256SUMS');
  expect(sealed).toHaveProperty(['tables/transaction.parquet']);
  expect(readFileSync(join(pack, 'SHA256SUMS'), 'utf8')).toBe(
    others.map(([name, sha256]) => `${sha256}  ${name}\n`).join(''),
  );

  // the pack is held against what landing keeps of it
  const proven = await shop.tieout('verify');
  expect(proven).toMatchObject({ status: 0, err: '' });
  expect(proven.out).toContain(`the pack of ${month} v1 is unchanged since the month was closed`);
  // test/close/verify-folder.test.ts has every way in which a file of a pack can change
  const workbook = join(pack, 'acme.xlsx');
  const bytes = readFileSync(workbook);
  writeFileSync(workbook, Buffer.concat([bytes, Buffer.from(' ')]));
  expect(await shop.tieout('verify')).toMatchObject({
    status: 4,
    err: expect.stringContaining(
      `PACK_DAMAGED: The pack of ${month} v1 has changed since the month was closed: acme.xlsx has sha256`,
    ),
  });
  writeFileSync(workbook, bytes);
  // closed again with the same figures: nothing new is kept, and the next run has no new input
  const kept = shop.index();
  expect(await close()).toMatchObject({ status: 0, err: '' });
  expect(shop.index()).toBe(kept);

  // killed before the pack took the place of an earlier one: it is whole beside it, and so is what it replaces
  for (const hasEarlier of [true, false]) {
    renameSync(pack, `${pack}.01234567.tmp`);
    cpSync(`${pack}.01234567.tmp`, hasEarlier ? pack : `${pack}.89abcdef.tmp`, { recursive: true });
    writeFileSync(join(hasEarlier ? pack : `${pack}.89abcdef.tmp`, 'manifest.json'), '{}');
    const unplaced = await shop.tieout('verify');
    expect(unplaced).toMatchObject({ status: 0, err: '' });
    expect(unplaced.out).toContain(`\`tieout close ${month}\` moves it into place`);
    expect(await close()).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(dirname(pack))).toEqual(['v1']);
    expect(readdirSync(dirname(published)).filter((name) => name.startsWith('pack-'))).toEqual([]);
    expect(fingerprints(pack)).toEqual(sealed);
    expect(shop.index()).toBe(kept);
    expect((await shop.tieout('verify')).out).toContain(`the pack of ${month} v1 is unchanged since`);
  }
});

/* A closed month is sealed: a later change is reported, and a new version needs a reopening that one person requests and another approves. */

const late = reconciled.copy();
const pack = (version: string) => join(late.folder, 'data', 'closed', month, 'acme', version);

test('A closed month is closed again only after a change, and only if one person requests it and another approves it', async () => {
  const close = async () => {
    const { status, out, err } = await late.tieout('--json', 'close', month);
    expect(err).toBe('');
    return { status, ...closedForm.parse(JSON.parse(out)).companies[0] };
  };
  expect(await close()).toMatchObject({ status: 0, is_new: true, version: 1 });
  expect(late.text('data/reports/index.html')).toContain('<a href="../closed/index.html">Closed months</a>');
  const sealed = fingerprints(pack('v1'));
  const kept = late.index();
  expect(await close()).toMatchObject({ status: 0, is_new: false, version: 1, changes: [] });
  expect(late.index()).toBe(kept);

  // a late unpaid order: no day has a break, but the month has changed
  late.write('orders.csv', withUnpaid(late.text('orders.csv'), 'LATE-1,INV-900001'));
  const run = await late.tieout('run', '--from', first, '--to', last);
  // every day is reconciled, but the change of the closed month needs action by a person
  expect(run).toMatchObject({ status: 3, err: '' });
  expect(run.out).not.toMatch(/breaks +\d+ +[1-9]/);
  expect(run.out).toContain(`acme: ${month} is closed (v1), and has 1 change after the close (orders MYR 0.00).`);
  expect((await late.tieout('run', '--from', first, '--to', last)).status).toBe(0);
  const closedIndex = () => late.text('data/closed/index.html');
  expect(closedIndex()).toContain('sealed; 1 change after the close (orders MYR 0.00)');
  const statusForm = z.object({ months: z.array(z.looseObject({ month: z.string() })) });
  const months = async () => (await late.answer(statusForm, 'status')).months.filter((one) => one.month === month);
  expect(await months()).toMatchObject([
    { state: 'changed', version: 1, remark: '1 change after the close (orders MYR 0.00).' },
  ]);
  // on the morning after the month, no later day is due
  const morning = Temporal.PlainDate.from(last).add({ days: 1 });
  const clock = () => morning.toZonedDateTime({ timeZone: 'Asia/Kuala_Lumpur', plainTime: '08:00' }).toInstant();
  const state = await late.tieoutAt(clock, 'status', '--exit-code');
  expect(state.status).toBe(3);
  expect(state.out.replaceAll(/\s+/g, ' ')).toContain(
    `${month} is closed (v1), and has 1 change after the close (orders MYR 0.00).`,
  );
  const changes = 'select closed_month as month, record, change, reference, effect::text as effect from late_change';
  expect(await late.rows(changes)).toEqual([
    { month, record: 'order', change: 'new', reference: 'INV-900001', effect: '0.0000' },
  ]);
  const changed = await close();
  expect(changed).toMatchObject({ status: 4, is_new: false, version: 1, changes: [{ subject: 'Orders' }] });
  const order = { subject: 'Orders', reference: 'INV-900001', day: first, currency: 'MYR', before: '', now: '0.00' };
  expect(changed.changes).toEqual([order]);
  expect(fingerprints(pack('v1'))).toEqual(sealed);
  const text = await late.tieout('close', month);
  expect(text.out).toContain(`${month} v1 has changed since the month was closed.`);
  expect(text.out).toMatch(new RegExp(`Orders +INV-900001 +${first} +MYR +0\\.00`));
  expect(text.out).toContain(`tieout reopen ${month} --reason TEXT`);

  // one person alone cannot reopen it
  const reopen = (...args: string[]) => late.tieout('reopen', month, ...args);
  const refused = (code: string) => ({ status: 2, err: expect.stringContaining(code) });
  expect(await reopen()).toMatchObject(refused('REOPENING_REFUSED'));
  expect(await reopen('--approve', '--author', 'badrul')).toMatchObject(refused('REOPENING_REFUSED'));
  const requested = await reopen('--reason', 'A late order', '--author', 'Aida');
  expect(requested).toMatchObject({ status: 0, err: '' });
  expect(await close()).toMatchObject({ status: 4, is_new: false });
  expect(await reopen('--approve', '--author', 'aida ')).toMatchObject(refused('cannot approve it'));
  expect(await close()).toMatchObject({ status: 4, is_new: false });
  expect(await reopen('--approve', '--author', 'Badrul')).toMatchObject({ status: 0, err: '' });

  expect(await close()).toMatchObject({ status: 0, is_new: true, version: 2 });
  expect(fingerprints(pack('v1'))).toEqual(sealed);
  expect(JSON.parse(readFileSync(join(pack('v2'), 'manifest.json'), 'utf8'))).toMatchObject({
    version: 2,
    reopened: { reason: 'A late order', requested_by: 'Aida', approved_by: 'Badrul' },
    changes_since_previous_version: [order],
    previous: { month, version: 1 },
  });
  const sheet = (await readWorkbook(join(pack('v2'), 'differences-v1-v2.xlsx'))).getWorksheet('Differences');
  expect(sheet?.getColumn(1).values).toEqual(
    expect.arrayContaining(['Reason: A late order', 'Requested by Aida, approved by Badrul.', 'Orders']),
  );
  expect(sheet?.getColumn(2).values).toContain('INV-900001');
  expect(sheet?.getColumn(3).values).toContain(first);
  expect(closedIndex()).toMatch(/v2<\/td>.*sealed[\s\S]*v1<\/td>.*superseded by v2/);
  expect(await months()).toMatchObject([{ state: 'sealed', version: 2, remark: '' }]);
  // the approval was for version 1
  expect(await close()).toMatchObject({ status: 0, is_new: false, version: 2, changes: [] });

  const proven = await late.tieout('verify');
  expect(proven).toMatchObject({ status: 0, err: '' });
  for (const version of ['v1', 'v2']) expect(proven.out).toContain(`the pack of ${month} ${version} is unchanged`);
});

test('The packs of a month are verified from their folders alone, and a changed byte is named', async () => {
  const proven = await late.tieout('verify', 'close', month);
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
    expect(await late.tieout(...args)).toMatchObject({
      status: 4,
      err: expect.stringContaining(
        `The pack of ${month} v1 has changed since the month was closed: tables/transaction.parquet`,
      ),
    });
});

const ofCron = await givenShop({ seed: 29, days: 3, until: last, breaks: 'none', ordersPerDay: 4 });

test('Last month is closed by cron, and every exit status says what happened', async () => {
  const { sandbox, path, folder, write, configure } = ofCron;
  const elsewhere = mkdtempSync(join(tmpdir(), 'tieout-cron-'));
  const secret = (name: string, text: string) => {
    const file = write(name, text);
    chmodSync(file, 0o600);
    return { file: basename(file) };
  };
  configure({
    starts_on: first,
    gateway: {
      base_url: sandbox.gatewayUrl,
      secret_key: secret('gateway', sandbox.gatewaySecretKey),
      narrowing_requests: 0,
    },
    payout: {
      base_url: sandbox.payoutUrl,
      api_key: secret('payout-key', sandbox.payoutApiKey),
      api_secret: secret('payout-secret', sandbox.payoutApiSecret),
    },
  });
  // as cron does: no environment, no terminal, another folder
  const run = (config: string, ...args: string[]) =>
    tieoutProcess(['-q', '-c', config, ...args], {}, { cwd: elsewhere, isBare: true });
  const close = (...args: string[]) => run(path, 'close', ...args);

  expect(await close('2026-13')).toMatchObject({ status: 2, out: '', err: expect.stringContaining('2026-13') });
  expect(await run(join(folder, 'other.yaml'), 'close', 'last-month')).toMatchObject({ status: 2 });
  // nothing was run before, and there is no selftest of this version
  expect(await close('last-month', '--no-run')).toMatchObject({ status: 2 });
  // the month is fetched and reconciled, and the selftest is run once
  const closed = await close('last-month');
  expect(closed, closed.out).toMatchObject({ status: 0, err: '' });
  expect(closed.out).toContain(`${month} is closed (v1)`);
  expect(closed.out).not.toContain('\u001B');
  const again = await close('last-month');
  expect(again).toMatchObject({ status: 0, err: '' });
  expect(again.out).toContain(`${month} v1 is unchanged since the month was closed.`);
  await sandbox.close();
  expect(await close('last-month')).toMatchObject({ status: 0, err: '' });
  // a selftest takes minutes
}, 600_000);
