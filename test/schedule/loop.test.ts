import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
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
    atOnce: 1,
    records,
    runDay: async (company, date) => {
      ran.push(`${company} ${date}`);
      const outcome = await answer(company, date);
      if (outcome instanceof Error) throw outcome;
      await records.addRun({ company, date, began_at: now, ended_at: now, outcome });
      return outcome;
    },
    closeMonth: async (company, month) => {
      ran.push(`${company} ${month}`);
      return { refused_by: [] };
    },
    notify: async (days) => {
      if (days.length > 0) notified.push([...days]);
    },
    now: () => Temporal.Instant.from(now),
    log: { info: log, warn: log, error: log },
    ...changes,
  });
}

test('Due days are run once; after a suspension yesterday is run, then the missed days by date', async () => {
  const loop = givenLoop(() => 'reconciled');
  await loop.tick();
  await loop.tick();
  expect(ran).toEqual(['nord 2026-11-17', 'acme 2026-11-18']);
  now = '2026-11-20T23:00:00Z';
  await givenLoop(() => 'reconciled').tick();
  expect(ran.slice(2)).toEqual(['nord 2026-11-19', 'acme 2026-11-20', 'nord 2026-11-18', 'acme 2026-11-19']);
});

test('A month is closed after the days of its company, and tried again the next day where that fails', async () => {
  const closing: ScheduledCompany[] = [{ name: 'acme', zone: 'UTC', schedule: { ...schedule, close_day: 19 } }];
  let answer: string[] | Error = ['items'];
  const parts: Partial<ScheduleParts> = {
    companies: closing,
    closeMonth: async (company, month) => {
      ran.push(`${company} ${month}`);
      if (answer instanceof Error) throw answer;
      return { refused_by: answer };
    },
  };
  now = '2026-10-20T07:00:00Z';
  await givenLoop(() => 'reconciled', parts).tick();
  now = '2026-11-18T07:00:00Z';
  const loop = givenLoop(() => 'reconciled', parts);
  await loop.tick();
  ran.length = 0;
  now = '2026-11-19T07:00:00Z';
  await loop.tick();
  await loop.tick();
  expect(ran).toEqual(['acme 2026-11-18', 'acme 2026-10']);
  expect(logged).toContain('acme 2026-10 not closed');
  answer = new Error('no route');
  now = '2026-11-20T07:00:00Z';
  await loop.tick();
  expect(logged).toContain('acme 2026-10: no route');
  answer = [];
  now = '2026-11-21T07:00:00Z';
  await loop.tick();
  now = '2026-11-22T07:00:00Z';
  await loop.tick();
  expect(ran.filter((done) => done === 'acme 2026-10')).toHaveLength(3);
  expect(logged).toContain('acme 2026-10 closed');
  expect(await openRecords(path).closes()).toMatchObject([
    { refused_by: ['items'] },
    { refused_by: [], error: { code: 'UNEXPECTED', message: 'no route' } },
    { refused_by: [], ended_at: '2026-11-21T07:00:00.000Z' },
  ]);
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
  expect(ran.slice(2)).toEqual(['nord 2026-11-18', 'nord 2026-11-17']);
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

describe('Several companies at the same time', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, zone: 'UTC', schedule }));
  /** Days that end when the test says so, by company and date. */
  const ends = new Map<string, (answer: Answer) => void>();
  const held = (company: string, date: string) =>
    new Promise<Answer>((resolve) => ends.set(`${company} ${date}`, resolve));
  const end = (day: string, answer: Answer = 'reconciled') => {
    ends.get(day)?.(answer);
    ends.delete(day);
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

  beforeEach(() => {
    ends.clear();
    now = '2026-11-18T07:00:00Z';
  });

  test('No more than the number are at work, and where a day ends or fails the next one begins', async () => {
    const loop = givenLoop(held, { companies: five, atOnce: 2 });
    const work = loop.tick();
    await until(() => ends.size === 2);
    await settled();
    expect(ran).toEqual(['a 2026-11-17', 'b 2026-11-17']);
    end('b 2026-11-17', new Error('no route'));
    await until(() => ends.has('c 2026-11-17'));
    end('c 2026-11-17');
    await until(() => ends.has('d 2026-11-17'));
    end('d 2026-11-17');
    await until(() => ends.has('e 2026-11-17'));
    end('e 2026-11-17');
    end('a 2026-11-17');
    await work;
    expect(ran).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name} 2026-11-17`));
  });

  test('The days of a company are run one after another, however many ticks there are', async () => {
    await givenLoop(() => 'reconciled', { companies: five.slice(0, 2) }).tick();
    ran.length = 0;
    now = '2026-11-21T07:00:00Z';
    let [most, atWork] = [0, new Set<string>()];
    const loop = givenLoop(
      async (company): Promise<Answer> => {
        expect(atWork.has(company)).toBe(false);
        atWork = new Set([...atWork, company]);
        most = Math.max(most, atWork.size);
        void loop.tick();
        await settled();
        atWork.delete(company);
        return 'reconciled';
      },
      { companies: five.slice(0, 2), atOnce: 4 },
    );
    await Promise.all([loop.tick(), loop.tick(), loop.tick()]);
    expect(most).toBe(2);
    for (const name of ['a', 'b'])
      expect(ran.filter((day) => day.startsWith(name))).toEqual([20, 18, 19].map((day) => `${name} 2026-11-${day}`));
  });

  test('While a company hangs, the new days of the others are run at their time', async () => {
    const loop = givenLoop((company, date) => (company === 'a' ? held(company, date) : 'reconciled'), {
      companies: five,
      atOnce: 2,
    });
    void loop.tick();
    await until(() => ran.length === 5);
    now = '2026-11-19T07:00:00Z';
    void loop.tick();
    await until(() => ran.length === 9);
    await settled();
    expect(ran.slice(5)).toEqual(['b', 'c', 'd', 'e'].map((name) => `${name} 2026-11-18`));
    const stopped = loop.stop();
    end('a 2026-11-17');
    await stopped;
    // its next day is left to the next start
    expect(ran.filter((day) => day.startsWith('a'))).toEqual(['a 2026-11-17']);
  });

  test('While a company hangs, notices of the other companies do not wait for it for more than ten minutes', async () => {
    await givenLoop(() => 'reconciled', { companies: five.slice(0, 3) }).tick();
    [ran, now] = [[], '2026-11-19T07:00:00Z'];
    const notices: string[][] = [];
    const loop = givenLoop((company, date) => (company === 'a' ? held(company, date) : 'breaks'), {
      companies: five.slice(0, 3),
      atOnce: 2,
      notify: async (days) => void notices.push(days.map(({ company }) => company)),
    });
    void loop.tick();
    await until(() => readFileSync(path, 'utf8').match(/"outcome":"breaks"/g)?.length === 2);
    await settled();
    now = '2026-11-19T07:05:00Z';
    void loop.tick();
    await settled();
    // a day in progress may still end
    expect(notices).toEqual([]);
    now = '2026-11-19T07:30:00Z';
    void loop.tick();
    await until(() => notices.length === 1);
    expect(notices).toEqual([[]]);
    now = '2026-11-19T10:00:00Z';
    void loop.tick();
    await until(() => notices.length === 2);
    expect(notices.slice(1)).toEqual([['a', 'b', 'c']]);
    end('a 2026-11-18');
    await loop.tick();
    expect(notices.slice(2)).toEqual([[]]);
  });

  test('Days that are caught up after their deadline are told by their outcome', async () => {
    await givenLoop(() => 'reconciled', { companies: five.slice(0, 2), atOnce: 2 }).tick();
    notified.length = 0;
    now = '2026-11-21T11:00:00Z';
    const loop = givenLoop(
      async (_, date) => {
        void loop.tick();
        await settled();
        return date === '2026-11-19' ? 'breaks' : 'reconciled';
      },
      { companies: five.slice(0, 2), atOnce: 1 },
    );
    await loop.tick();
    expect(notified.flat().map(({ company, date }) => `${company} ${date}`)).toEqual(['a 2026-11-19', 'b 2026-11-19']);
  });

  test('A day that cannot be recorded is run once in a tick', async () => {
    const loop = givenLoop(
      () => {
        throw new Error('no answer');
      },
      {
        companies: five.slice(0, 1),
        records: { ...openRecords(path), addRun: () => Promise.reject(new Error('the disk is full')) },
      },
    );
    await loop.tick();
    expect(ran).toHaveLength(1);
    await loop.tick();
    expect(ran).toHaveLength(2);
  });

  test('Stopping waits for all days in progress and begins no other', async () => {
    const loop = givenLoop(held, { companies: five, atOnce: 3 });
    void loop.tick();
    await until(() => ends.size === 3);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    for (const name of ['c', 'a']) end(`${name} 2026-11-17`);
    await settled();
    expect(isStopped).toBe(false);
    end('b 2026-11-17');
    await stopped;
    expect(ran).toHaveLength(3);
    expect(readFileSync(path, 'utf8').match(/"kind":"run"/g)).toHaveLength(3);
  });
});
