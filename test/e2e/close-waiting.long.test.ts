import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { importableNamed } from '../../src/commands/import.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { importFile } from '../../src/pipeline/import-file.ts';
import { type Ran, tieout } from '../given/command.ts';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';

/* A month whose days are reconciled is not closed while something that concerns them was not judged. */

const zone = 'Asia/Kuala_Lumpur';
const last = Temporal.Now.plainDateISO(zone).with({ day: 1 }).subtract({ days: 1 });
const first = last.subtract({ days: 2 });
const month = last.toPlainYearMonth().toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 17, days: 4, until: last.toString(), breaks: 'none', ordersPerDay: 5 });
});
afterAll(() => sandbox.close());

const answer = z.object({
  companies: z
    .array(
      z.object({
        closed: z.boolean(),
        gates: z.array(
          z.looseObject({
            gate: z.string(),
            is_passed: z.boolean(),
            causes: z.array(
              z.looseObject({ causes: z.array(z.string()), days: z.array(z.string()), action: z.string() }),
            ),
          }),
        ),
      }),
    )
    .length(1),
});

/** A company of three days, whose books lack one paid order, and its command line. */
async function givenMonth(books: Record<string, unknown> = {}) {
  const given = givenConfig(sandbox, {
    starts_on: first.toString(),
    books: { orders: { file: 'orders.csv' }, ...books },
  });
  const { path, folder, env } = given;
  await givenSelftest(join(folder, 'data'));
  const lines = sandbox.files().orders.split('\r\n');
  const lost = lines.find((line) => line.includes(`,${last}T`) && line.includes(',paid,'));
  writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => line !== lost).join('\r\n'));
  const call = (args: string[], clock?: () => Temporal.Instant) =>
    tieout(['-q', '-c', path, ...args], env, undefined, clock === undefined ? {} : { clock });
  const run = (clock?: () => Temporal.Instant) =>
    call(['run', '--from', first.toString(), '--to', last.toString()], clock);
  const close = async (clock?: () => Temporal.Instant) => {
    const { status, out, err } = await call(['--json', 'close', month, '--no-run'], clock);
    const { closed, gates = [] } = answer.parse(JSON.parse(out)).companies[0] ?? {};
    const refusing = gates.filter(({ is_passed: isPassed }) => !isPassed).map(({ gate }) => gate);
    const waiting = gates.find(({ gate }) => gate === 'waiting')?.causes ?? [];
    return { status, err, closed, refusing, waiting };
  };
  return { ...given, call, run, close };
}

const explain = ['--reason', 'own_error', '--note', 'Taken by telephone', '--author', 'aida'];

/** Explains the one break of the month. Returns its id. */
async function explainBreak(call: (args: string[]) => Promise<Ran>): Promise<string> {
  const items = z
    .array(z.object({ break_id: z.string(), outcome: z.string() }))
    .parse(JSON.parse((await call(['--json', 'breaks'])).out));
  const [id = '', ...others] = items.filter(({ outcome }) => outcome !== 'timing').map(({ break_id }) => break_id);
  expect(others).toEqual([]);
  expect(await call(['decide', 'explain', id, ...explain])).toMatchObject({ status: 0, err: '' });
  return id;
}

test('A bank line that was received and not judged keeps a month open until a run', async () => {
  const { path, folder, call, run, close } = await givenMonth();
  expect(await run()).toMatchObject({ status: 3, err: '' });
  await explainBreak(call);

  // the import was killed before it reconciled the days of the file; nothing was published
  const config = await loadConfig(path);
  const file = join(folder, 'late.csv');
  writeFileSync(file, `Date,Description,Reference,Amount,Currency\n${first},Unknown payer,X-9,+77.00,MYR\n`);
  await importFile({
    config,
    company: onlyCompany(config),
    importable: importableNamed('bank'),
    file: 'late.csv',
    path: file,
    currency: 'MYR',
    covers: null,
    progress: silentProgress,
  });
  const refused = await close();
  expect(refused).toMatchObject({ status: 4, err: '', closed: false, refusing: ['waiting'] });
  // whatever is open on the day may also be closed by what arrived, and is named first
  const [cause] = refused.waiting;
  expect(cause?.days).toContain(first.toString());
  expect(cause?.causes.join()).toMatch(/^Changed since: (?:open items|a record arrived)\.$/);
  expect(cause?.action).toMatch(new RegExp(`run --from ${first} --to ${last}$`));
  const shown = await call(['close', month, '--no-run']);
  expect(shown.out).toContain(`${month} is not closed.`);
  expect(shown.out).toMatch(/Nothing has arrived since: no[\s\S]*Changed since: (?:open items|a record arrived)\./);
  expect((await run()).err).toBe('');
  expect((await close()).waiting).toEqual([]);
});

test('A decision that was taken back and not judged keeps a month open until a run', async () => {
  const { folder, call, run, close } = await givenMonth();
  expect(await run()).toMatchObject({ status: 3, err: '' });
  const id = await explainBreak(call);

  // the decision is undone, and the process is killed before anything but landing has it
  const { landing } = givenData(folder);
  const data = join(landing, '..');
  const before = mkdtempSync(join(tmpdir(), 'tieout-before-'));
  cpSync(data, before, { recursive: true, preserveTimestamps: true });
  const decisions = z
    .object({ decisions: z.array(z.object({ decision_id: z.string() })) })
    .parse(JSON.parse((await call(['--json', 'breaks', id])).out));
  const undo = ['decide', 'undo', decisions.decisions[0]?.decision_id ?? '', '--author', 'aida'];
  expect((await call(undo)).err).toBe('');
  rmSync(join(before, 'landing'), { recursive: true });
  renameSync(landing, join(before, 'landing'));
  rmSync(data, { recursive: true });
  cpSync(before, data, { recursive: true, preserveTimestamps: true });

  expect(await close()).toMatchObject({
    status: 4,
    err: '',
    closed: false,
    refusing: ['waiting'],
    waiting: [{ days: [last.toString()], causes: ['Changed since: items decided.'] }],
  });
  // a run of other days judges it too; the break is open again, and explained again
  expect((await call(['run', '--date', first.toString()])).err).toBe('');
  expect(await close()).toMatchObject({ status: 4, refusing: ['items'], waiting: [] });
  await explainBreak(call);
  expect(await close()).toMatchObject({ status: 0, closed: true });

  // after the close, a revoked decision is a change of the month
  const [newest] = z
    .object({ decisions: z.array(z.object({ decision_id: z.string(), decision: z.string() })) })
    .parse(JSON.parse((await call(['--json', 'breaks', id])).out))
    .decisions.filter(({ decision }) => decision === 'explain')
    .toReversed();
  expect((await call(['decide', 'undo', newest?.decision_id ?? '', '--author', 'aida'])).err).toBe('');
  const changed = await call(['close', month, '--no-run']);
  expect(changed).toMatchObject({ status: 4, err: '' });
  expect(changed.out).toMatch(/Decisions in force +1 +0/);
});

test('A day whose input fell due after it was judged is named until a run', async () => {
  const { call, run, close } = await givenMonth({ bank: { file: 'bank.csv', cadence: 'monthly', due_day: 28 } });
  expect((await run()).err).toBe('');
  await explainBreak((args) => call(args));
  const awaited = await close();
  expect(awaited).toMatchObject({ status: 4, closed: false, refusing: ['inputs'], waiting: [] });
  const later = () => Temporal.Now.instant().add({ hours: 24 * 40 });
  const due = await close(later);
  expect(due.waiting).toContainEqual(
    expect.objectContaining({
      days: expect.arrayContaining([first.toString()]),
      causes: ['Changed since: an input is due.'],
    }),
  );
});
