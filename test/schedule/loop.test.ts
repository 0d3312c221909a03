import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, test } from 'vitest';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import type { OverdueDay, ScheduledCompany } from '../../src/schedule/due.ts';
import { type ScheduleParts, scheduleLoop } from '../../src/schedule/loop.ts';
import type { DayOutcome } from '../../src/schedule/outcomes.ts';
import { openRecords } from '../../src/schedule/records.ts';

const schedule = { at: '06:30', deadline: '10:00', retry_minutes: 30, catch_up_days: 31 };
const companies: ScheduledCompany[] = [
  { name: 'acme', zone: 'Asia/Kuala_Lumpur', schedule },
  { name: 'nord', zone: 'Europe/Oslo', schedule },
];

let path: string;
let now: string;
let ran: string[];
let notified: OverdueDay[][];
let logged: string[];

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'tieout-schedule-')), 'data', 'runs.jsonl');
  now = '2026-11-18T23:00:00Z';
  [ran, notified, logged] = [[], [], []];
});

type Answer = DayOutcome | Error;

/** A loop over a real record file and a clock that the test sets; `answer` gives the outcome of each day. */
function givenLoop(
  answer: (company: string, date: string) => Answer | Promise<Answer>,
  changes: Partial<ScheduleParts> = {},
) {
  const records = openRecords(path);
  const log = (message: string) => void logged.push(message);
  return scheduleLoop({
    companies,
    records,
    runDay: async (company, date) => {
      ran.push(`${company} ${date}`);
      const outcome = await answer(company, date);
      if (outcome instanceof Error) throw outcome;
      await records.addRun({ company, date, began_at: now, ended_at: now, outcome });
      return outcome;
    },
    notify: async (days) => {
      if (days.length > 0) notified.push([...days]);
    },
    now: () => Temporal.Instant.from(now),
    log: { info: log, warn: log, error: log },
    ...changes,
  });
}

test('Due days are run once; after a suspension all missed days are run by date', async () => {
  const loop = givenLoop(() => 'reconciled');
  await loop.tick();
  await loop.tick();
  expect(ran).toEqual(['nord 2026-11-17', 'acme 2026-11-18']);
  now = '2026-11-20T23:00:00Z';
  await givenLoop(() => 'reconciled').tick();
  expect(ran.slice(2)).toEqual(['nord 2026-11-18', 'acme 2026-11-19', 'nord 2026-11-19', 'acme 2026-11-20']);
});

test('A failed day is recorded, does not delay the others and is retried later', async () => {
  const loop = givenLoop((company) => (company === 'nord' ? new Error('no route') : 'reconciled'));
  await loop.tick();
  expect(ran).toEqual(['nord 2026-11-17', 'acme 2026-11-18']);
  expect(logged).toContain('nord 2026-11-17: no route');
  expect(readFileSync(path, 'utf8')).toContain('"outcome":"failed"');
  now = '2026-11-18T23:29:00Z';
  await loop.tick();
  expect(ran).toHaveLength(2);
  // the deadline in Oslo was on the 18th at 10:00: from then on it is due once a day, with the next daily run
  now = '2026-11-19T05:30:00Z';
  await loop.tick();
  expect(ran.slice(2)).toEqual(['nord 2026-11-17', 'nord 2026-11-18']);
});

test('A locked company is retried at the next tick; the others are run', async () => {
  let isBusy = true;
  const busy = new TieoutError({ code: 'RUN_IN_PROGRESS', message: 'Another run.', remedy: 'Wait.' });
  const loop = givenLoop((company) => (isBusy && company === 'nord' ? busy : 'reconciled'));
  await loop.tick();
  expect(ran).toEqual(['nord 2026-11-17', 'acme 2026-11-18']);
  isBusy = false;
  await loop.tick();
  expect(ran).toEqual(['nord 2026-11-17', 'acme 2026-11-18', 'nord 2026-11-17']);
});

test('Ticks during a run start no second one, and stopping waits for the current day', async () => {
  let finish: (outcome: DayOutcome) => void = () => {};
  const loop = givenLoop(() => new Promise<DayOutcome>((resolve) => (finish = resolve)));
  const work = loop.tick();
  void loop.tick();
  while (ran.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const stopped = loop.stop();
  finish('reconciled');
  await Promise.all([work, stopped]);
  await loop.tick();
  expect(ran).toEqual(['nord 2026-11-17']);
  expect(readFileSync(path, 'utf8').match(/"kind":"run"/g)).toHaveLength(1);
});

test('A missed deadline is notified once, also across a restart', async () => {
  const answer = (company: string): DayOutcome => (company === 'acme' ? 'breaks' : 'reconciled');
  await givenLoop(answer).tick();
  now = '2026-11-19T01:59:00Z';
  await givenLoop(answer).tick();
  expect(notified).toEqual([]);
  now = '2026-11-19T02:00:00Z';
  await givenLoop(answer).tick();
  await givenLoop(answer).tick();
  expect(notified).toEqual([
    [{ company: 'acme', date: '2026-11-18', deadline_at: '2026-11-19T02:00:00Z', outcome: 'breaks' }],
  ]);
});

test('A notice that could not be sent is sent at the next tick', async () => {
  let isDown = true;
  const loop = givenLoop(() => 'breaks', {
    notify: async (days) => {
      if (isDown) throw new Error('mail server is down');
      notified.push([...days]);
    },
  });
  now = '2026-11-19T02:00:00Z';
  await loop.tick();
  expect(logged).toContain('The schedule continues: mail server is down');
  isDown = false;
  await loop.tick();
  expect(notified.flat().map(({ company }) => company)).toEqual(['acme', 'nord']);
});

test('A day that was run with the clock ahead is run again when it is over', async () => {
  const loop = givenLoop(() => 'reconciled');
  await loop.tick();
  now = '2026-11-19T23:00:00Z';
  await loop.tick();
  now = '2026-11-18T23:05:00Z';
  await loop.tick();
  expect(ran.filter((day) => day === 'acme 2026-11-19')).toHaveLength(1);
  expect(readFileSync(path, 'utf8')).toContain('"kind":"clock"');
  now = '2026-11-19T23:10:00Z';
  await loop.tick();
  expect(ran.filter((day) => day === 'acme 2026-11-19')).toHaveLength(2);
});
