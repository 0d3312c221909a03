import { expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

/* The days for which a refused file of a folder was needed, by what was loaded before and after it. */

const acme = givenRules({ hasPayout: false, books: { orders: { covers: 'through_previous_day' } } });

const orders = (...days: string[]) =>
  `order,date,amount,status\n${days.map((day) => `${day},2026-11-${day} 10:00:00,1.00,paid\n`).join('')}`;
const broken = 'order,date\n1,2026-11-01\n';

/** Receives a file on the morning of a day; files of one reading have a batch in common, those imported by hand none. */
async function receive(day: string, file_name: string, content: string, batch_id: string | null = day) {
  const facts = { kind: 'orders', currency: 'MYR' };
  const received_at = `2026-11-${day}T01:00:00.000Z`;
  return (await acme.load(landed(content, { ...facts, file_name, batch_id, received_at }))).status;
}

/** The days from 1 to 8 November on which orders are missing, with the file that the reason names. */
async function missing(): Promise<[string, string | null][]> {
  const rows = await acme.derived(`select strftime(business_date, '%d') as day, refusal
     from recon.input_day(date '2026-11-01', date '2026-11-09') where state <> 'covered' and input = 'orders' order by day`);
  return rows.map(({ day, refusal }) => [
    String(day),
    refusal === null ? null : String(refusal).replace(/[,:].*$/, ''),
  ]);
}

test('A refused file leaves incomplete the days since the last reading, until it or its days are received', async () => {
  expect(await receive('03', 'a.csv', orders('01', '02'))).toBe('loaded');
  expect(await missing()).toEqual(['03', '04', '05', '06', '07', '08'].map((day) => [day, null]));

  // of two files of a reading one is refused: the other may be what is left of the days
  expect(await receive('05', 'b.csv', orders('03', '04'))).toBe('loaded');
  expect(await receive('05', 'c.csv', broken)).toBe('refused');
  expect(await receive('06', 'd.csv', orders('05'))).toBe('loaded');
  expect(await missing()).toEqual([
    ['03', 'c.csv'],
    ['04', 'c.csv'],
    ...['06', '07', '08'].map((day): [string, null] => [day, null]),
  ]);

  // its correction has the same name
  expect(await receive('06', 'c.csv', orders('04'))).toBe('loaded');
  expect((await missing()).map(([day]) => day)).toEqual(['06', '07', '08']);

  // a file that never belonged there: importing a file of the days by hand confirms them, also one that is known
  expect(await receive('08', 'e.csv', orders('06', '07'))).toBe('loaded');
  expect(await receive('08', 'notes.txt', 'nothing of this is a table\n')).toBe('refused');
  expect(await missing()).toEqual([
    ['06', 'notes.txt'],
    ['07', 'notes.txt'],
    ['08', null],
  ]);
  expect(await receive('08', 'e.csv', orders('06', '07'), null)).toBe('repeated');
  expect(await missing()).toEqual([['08', null]]);

  // refused by hand: nothing changes
  expect(await receive('09', 'f.csv', orders('08'))).toBe('loaded');
  expect(await receive('09', 'g.csv', `${broken}2,2026-11-02\n`, null)).toBe('refused');
  expect(await missing()).toEqual([]);
});
