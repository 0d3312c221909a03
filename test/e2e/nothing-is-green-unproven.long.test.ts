import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FaultRule } from '../../sandbox/src/faults/fault.ts';
import { priceList } from '../../sandbox/src/gateway/fees.ts';
import type { RunningSandbox } from '../../sandbox/src/start.ts';
import { startAlteringGateway } from '../given/altering-gateway.ts';
import { isWhole, shareOf } from '../given/share.ts';
import { daysAgo, givenWorld, type Shop, shopAt } from '../given/shop.ts';

/*
 * Days that look green because something was not looked at: 14 days without planted breaks, with a file of each kind, and
 * one input that is empty, ends early, fails or contradicts. None is green, and the reason names the input, the days that it
 * covers and what to do.
 */

const day = daysAgo(1);
const weekBefore = daysAgo(8);
const firstDay = daysAgo(14);
type Files = { orders: string; bank: string; callbacks: string };
const filesOf = (of: RunningSandbox): Files => ({ ...of.files(), callbacks: [...of.callbacks().lines].join('') });

const company = {
  books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' }, callbacks: { file: 'callbacks.jsonl' } },
  fees: priceList(),
};

/** Runs the 14 days with these files. */
function runDays(shop: Shop, { orders, bank, callbacks }: Files) {
  shop.write('orders.csv', orders);
  shop.write('bank.csv', bank);
  shop.write('callbacks.jsonl', callbacks);
  return shop.tieout('run', '--from', firstDay, '--to', day);
}

const green = await givenWorld({
  sandbox: { days: 14, breaks: 'none', ordersPerDay: 12 },
  company,
  prepare: async (shop, sandbox) => {
    expect(await runDays(shop, filesOf(sandbox))).toMatchObject({ status: 0, err: '' });
  },
});
const { sandbox } = green;
const own = filesOf(sandbox);

/** A company that has received nothing yet. */
const companyWith = (changes: object = {}) => shopAt(sandbox, { ...company, ...changes });

type Answer = { status: number | null; reasons: string; breaks: string };

/** The reasons of the last day's verdicts, and those of every break, as a person reads them. */
async function reasonsIn(shop: Shop) {
  const reasonsOf = async (from: string) => {
    const rows = await shop.answer(z.array(z.object({ reason: z.string() })), 'sql', `select reason from ${from}`);
    return rows.map(({ reason }) => reason).join('\n');
  };
  return {
    reasons: await reasonsOf(`mart.verdict where business_date = date '${day}'`),
    breaks: await reasonsOf("mart.item where outcome not in ('matched', 'matched_with_tolerance', 'timing')"),
  };
}

/** The answer of a run with some files changed, while the faults last. */
async function run(shop: Shop, files: Partial<Files> = {}, faults: readonly FaultRule[] = []): Promise<Answer> {
  for (const fault of faults) sandbox.faults.order(fault);
  const { status } = await runDays(shop, { ...own, ...files });
  sandbox.faults.cancel();
  return { status, ...(await reasonsIn(shop)) };
}

/** A day as the reasons write it. */
const inWords = (date: string) =>
  new Date(date)
    .toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .replace(/^(\w+) (\d+), /, '$2 $1 ');
const lines = (file: string) => file.trimEnd().split('\r\n');
const fileOf = (each: readonly string[]) => `${each.join('\r\n')}\r\n`;
/** The header of a CSV file alone, without the period above it. */
const header = (file: string) => fileOf(lines(file).slice(1, 2));
/** The lines of a file that say their day up to one, without the period. */
const through = (file: string, last: string, dayOf: (line: string) => string) =>
  fileOf([
    ...lines(file).slice(1, 2),
    ...lines(file)
      .slice(2)
      .filter((line) => dayOf(line) <= last),
  ]);
const placedOn = (line: string) => line.split(',')[2]?.slice(0, 10) ?? '';
const bookedOn = (line: string) => line.slice(0, 10);
/** The callbacks that were received up to a day, without the line that states the days of the file. */
const callbacksThrough = (last: string) =>
  own.callbacks
    .split('\n')
    .filter((line) => line.startsWith('{"received_at"') && line.slice(16, 26) <= last)
    .map((line) => `${line}\n`)
    .join('');

test('With every input whole the day is green, and says how many controls were made', async () => {
  const { reasons, breaks } = await reasonsIn(green.copy());
  expect(breaks).toBe('');
  for (const reason of reasons.split('\n')) expect(reason).toMatch(/^(\d+) of \1 controls made\./);
});

/** A kind of file, its name, a file that does not cover the day, and what it covers in words. */
type FileCase = [kind: keyof Files, name: string, file: string, covers: string];

describe('A file of its own', () => {
  const nothing = 'has no lines and states no period';
  const withoutLines: FileCase[] = [
    ['orders', 'orders.csv', header(own.orders), nothing],
    ['bank', 'bank.csv', header(own.bank), nothing],
    ['callbacks', 'callbacks.jsonl', '', nothing],
  ];
  const aWeek = `has lines from ${inWords(firstDay)} to ${inWords(weekBefore)} and states no period`;
  const bank = through(own.bank, weekBefore, bookedOn);
  const endEarly: FileCase[] = [
    ['orders', 'orders.csv', through(own.orders, weekBefore, placedOn), aWeek],
    ['bank', 'bank.csv', bank, `covers through ${inWords(bookedOn(lines(bank).at(-1) ?? ''))}`],
    ['callbacks', 'callbacks.jsonl', callbacksThrough(weekBefore), aWeek],
  ];
  const notCovering = async ([kind, name, file, covers]: FileCase) => {
    const { status, reasons } = await run(companyWith(), { [kind]: file });
    expect(status).toBe(4);
    expect(reasons).toContain(`nothing covers ${inWords(day)}`);
    expect(reasons).toContain(`${name} ${covers}`);
    expect(reasons).toContain(
      `Import a newer file, or declare that this file is whole: tieout import ${kind} ${name} --covers 2`,
    );
  };
  test.each(shareOf(withoutLines, 1))('%s: has only its header', (...given) => notCovering(given));
  test.each(shareOf(endEarly, 2))('%s: ends a week before the day', (...given) => notCovering(given));

  test("last month's bank file", async () => {
    const bank = own.bank.replaceAll(/\d{4}-\d{2}-\d{2}/g, (each) =>
      Temporal.PlainDate.from(each).subtract({ months: 1 }).toString(),
    );
    const { status, reasons } = await run(companyWith(), { bank });
    expect(status).toBe(4);
    expect(reasons).toMatch(/Bank statement: bank\.csv covers through .+; nothing covers .+ Import a newer file/);
  });

  test('a bank file in which no date is readable', async () => {
    const bank = own.bank.replaceAll(/^\d{4}-\d{2}-\d{2},/gm, 'soon,');
    const { status, reasons } = await run(companyWith(), { bank });
    expect(status).toBe(4);
    expect(reasons).toMatch(
      /No line of bank\.csv could be read: \d+ rows rejected\. Correct it at its source and import it again\./,
    );
  });

  test('callbacks that ended days ago, of an endpoint that died, in a file that says that it covers the day', async () => {
    const [span] = own.callbacks.split('\n');
    const callbacks = `${span}\n${callbacksThrough(daysAgo(5))}`;
    const { status, reasons, breaks } = await run(companyWith(), { callbacks });
    expect(status).toBe(3);
    expect(reasons).toContain('outstanding items');
    expect(breaks).toContain('Missing in callbacks: ');
  });

  test('an order that is marked refunded, without a refund', async () => {
    const at = lines(own.orders).findIndex(
      (line) => placedOn(line) > firstDay && line.includes(',MYR,') && line.includes(',paid,0.00,'),
    );
    const orders = lines(own.orders).map((line, index) => {
      const amount = line.split(',')[4] ?? '';
      return index === at ? line.replace(',paid,0.00,', `,refunded,${amount},`) : line;
    });
    const { status, breaks } = await run(companyWith(), { orders: fileOf(orders) });
    expect(status).toBe(3);
    expect(breaks).toMatch(/^Missing in statement: refund of MYR .+ on order .+, which is refunded\.$/);
  });
});

describe('A bank line that was matched', () => {
  const deposit = lines(own.bank).findLast((line) => line.includes(',MYR,') && line.includes('SETTLEMENT')) ?? '';

  test('and that a later file of the same days does not have', async () => {
    const bank = fileOf(lines(own.bank).filter((line) => line !== deposit));
    const { status, breaks } = await run(green.copy(), { bank });
    expect(status).toBe(3);
    expect(breaks).toMatch(/ is no longer at the bank: bank\.csv covers the day and does not have it\.$/m);
  });

  test('and that the bank reverses', async () => {
    const [, , currency, amount, description, reference] = deposit.split(',');
    const reversal = [day, day, currency, `-${amount}`, `REVERSAL ${description}`, reference, ''].join(',');
    const { status, breaks } = await run(green.copy(), { bank: fileOf([...lines(own.bank), reversal]) });
    expect(status).toBe(3);
    expect(breaks).toMatch(/^Deposit of MYR .+ was returned by the bank on .+\.$/m);
  });
});

describe('An answer of a service', () => {
  test('the gateway holds a currency that is not configured', async () => {
    const { status, reasons } = await run(companyWith({ currencies: ['MYR'] }));
    expect(status).toBe(4);
    expect(reasons).toContain('currencies: [MYR, SGD]');
  });

  test('payout accounts without a readable balance', async () => {
    const effect = { kind: 'set_fields', fields: { current_balance: 'n/a' }, in: 'every_record' } as const;
    const { status, reasons } = await run(companyWith(), {}, [
      { service: 'payout', path: '/send/accounts', times: null, effect },
    ]);
    expect(status).toBe(4);
    expect(reasons).toMatch(
      /Payout accounts: 1 row rejected\. .+ at current_balance\. Ask the service to correct the rejected records\./,
    );
  });

  // every pause of the client is waited for
  test.runIf(isWhole)('balance answers that fail', async () => {
    const effect = { kind: 'status', status: 500 } as const;
    const { status, reasons } = await run(companyWith(), {}, [
      { service: 'gateway', path: '/account/json/balance', times: null, effect },
    ]);
    expect(status).toBe(4);
    expect(reasons).toContain("The gateway's balance was not received for the start and the end of the day.");
    expect(reasons).toContain('Run again later');
  });

  test('balance answers that lose a currency from one to the next', async () => {
    const effect: FaultRule['effect'] = { kind: 'remove_fields', names: ['SGD'] };
    const { status, reasons } = await run(companyWith(), {}, [
      { service: 'gateway', path: '/account/json/balance', times: null, after: 1, effect },
    ]);
    expect(status).toBe(4);
    expect(reasons).toMatch(/The gateway's balance at .+ does not list SGD.+ Run again to request it once more\./);
  });

  test('a fee schedule without a rule for a method', async () => {
    const fees = priceList().filter(({ method }) => method !== 'fpx');
    const { status, reasons } = await run(companyWith({ fees }));
    expect(status).toBe(4);
    expect(reasons).toMatch(
      /The fee schedule has no rule for fpx in MYR: .+ Add \{ method: fpx, currency: MYR, .+ to fees in the configuration/,
    );
  });

  /** A run in which the lines of the statements are others. */
  async function runWithLines(change: (cells: string[]) => string[]): Promise<Answer> {
    const gateway = await startAlteringGateway(sandbox, (answered, path) =>
      path.includes('/downloads/')
        ? answered.replaceAll(/^[0-9a-f-]{36},.*$/gm, (line) => change(line.split(',')).join(','))
        : answered,
    );
    try {
      const access = { base_url: gateway.url, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: 0 };
      return await run(companyWith({ gateway: access }));
    } finally {
      await gateway.close();
    }
  }

  test('a net amount that is not amount less fee', async () => {
    const { status, reasons } = await runWithLines((cells) =>
      cells[1] === 'purchase' && cells[11]?.startsWith(day) ? cells.with(7, cells[5] ?? '') : cells,
    );
    expect(status).toBe(4);
    expect(reasons).toMatch(
      /Line \d+ of statement-\d+\.csv: The amount .+ less the fee .+ is not the net amount .+ Ask the service to correct the rejected rows, then run with --refresh\./,
    );
  });

  test('settlements that do not come', async () => {
    const { status, breaks } = await runWithLines((cells) =>
      cells[11]?.startsWith(daysAgo(13)) ? cells.with(12, '') : cells,
    );
    expect(status).toBe(3);
    expect(breaks).toMatch(/^Settlement missing: \d+ of \d+ payments, MYR .+, due since .+: INV-/m);
  });
});
