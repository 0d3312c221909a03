import { expect, test } from 'vitest';
import { z } from 'zod';
import { daysAgo, givenSandbox, paidOrders, shopAt, withoutLines } from '../given/shop.ts';

const [first, second] = [daysAgo(2), daysAgo(1)];
const sandbox = await givenSandbox({ seed: 8, days: 12, breaks: 'none', ordersPerDay: 15 });
const { orders } = sandbox.files();
const [late = '', never = ''] = paidOrders(orders, first);

/** A shop without the payout service, whose list is asked for again in the hour after the day's end. */
function given() {
  const shop = shopAt(sandbox, { books: { orders: { file: 'orders.csv' } }, payout: undefined });
  return {
    ...shop,
    write: (...lost: string[]) => shop.write('orders.csv', withoutLines(orders, ...lost)),
    run: (day: string, ...options: string[]) => shop.tieout('run', '--date', day, ...options),
    csv: (day: string, name: string) => shop.report(day, `${name}.csv`).trim().split('\r\n').slice(1),
  };
}

test('An open item is carried forward until it is received, then closes with date and reason', async () => {
  const shop = given();
  const { write, run, csv } = shop;
  write(late, never);
  expect(await run(first)).toMatchObject({ status: 3, err: '' });
  expect(csv(first, 'unmatched')).toHaveLength(2);

  write(never);
  const ran = await run(second);
  expect(ran).toMatchObject({ status: 0, err: '' });
  expect(ran.out).toMatch(/^Judged again: \d{1,2} [A-Z][a-z]{2} \d{4} \(open items\)\.$/m);
  expect(csv(second, 'unmatched')).toEqual([]);
  // in addition, payments that are not settled yet
  expect(csv(second, 'carried').filter((line) => !line.includes('Settlement outstanding'))).toHaveLength(1);
  const changes = csv(second, 'changes').filter((line) => line.includes(',orders_to_statement,'));
  expect(changes.filter((line) => line.includes(',opened,'))).toHaveLength(2);
  expect(changes.filter((line) => line.includes(',closed,'))).toHaveLength(1);
  expect(changes.join()).toMatch(/is paid in full\. Closed by the run of \d{1,2} [A-Z][a-z]{2} \d{4}\./);

  // an outstanding item shows its expected date, also on the page
  const timing = /<section><h2 id="timing">.*?<\/section>/s.exec(shop.report(second, 'acme.html'))?.[0] ?? '';
  expect(
    [...timing.matchAll(/<th scope="col"[^>]*><button type="button">([^<]*)/g)].slice(-2).map(([, head]) => head),
  ).toEqual(['Expected by', 'Break from']);
  expect(timing).toMatch(
    /Settlement outstanding: \d+ of \d+ payments, [A-Z]{3} [\d.,]+; expected by \d{1,2} [A-Z][a-z]{2} \d{4}/,
  );

  // another run without new data changes nothing
  const marks = () => shop.index().split('"kind":"run"').length;
  const before = [csv(second, 'carried'), marks()];
  expect(await run(second)).toMatchObject({ status: 0, err: '' });
  expect([csv(second, 'carried'), marks()]).toEqual(before);
  expect(JSON.parse((await run(second, '--json')).out)).toMatchObject({ judged: [] });
  expect(await shop.rows('select business_date, because from mart.run_day order by all')).toEqual([
    { business_date: first, because: 'asked_for' },
    { business_date: first, because: 'open_item' },
    { business_date: second, because: 'asked_for' },
  ]);
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
});

test('A run marks the report of another day that it changes, and writes that of the latest day again', async () => {
  const shop = given();
  const { write, csv } = shop;
  const isSuperseded = (day: string) => JSON.parse(shop.report(day, 'verdicts.json')).superseded !== undefined;
  const openOrders = (day: string) => csv(day, 'carried').filter((line) => line.includes('Orders to statement'));
  /** Runs a day. Returns the days whose reports were written. */
  const run = async (day: string) => {
    const form = z.object({ reports: z.array(z.object({ folder: z.string() })) });
    const { reports } = await shop.answer(form, 'run', '--date', day);
    return reports.map(({ folder }) => folder.split(/[\\/]/).at(-2));
  };

  write(late, never);
  expect(await run(first)).toEqual([first]);
  write(never);
  expect(await run(second)).toEqual([second]);
  expect([isSuperseded(first), isSuperseded(second)]).toEqual([true, false]);
  expect(csv(first, 'unmatched')).toHaveLength(2);
  expect(shop.report(first, 'acme.html')).toContain('<a href="../../index.html">All reports</a></span></p>');
  expect(openOrders(second)).toHaveLength(1);

  write();
  expect(await run(first)).toEqual([first, second]);
  expect([isSuperseded(first), isSuperseded(second)]).toEqual([false, false]);
  expect(openOrders(second)).toEqual([]);
  expect(shop.text('data/reports/index.html')).not.toContain('Superseded');
});
