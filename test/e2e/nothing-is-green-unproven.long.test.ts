import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FaultRule } from '../../packages/sandbox/src/faults/fault.ts';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { startAlteringGateway } from '../given/altering-gateway.ts';
import { daysAgo, givenWorld, type Shop, shopAt } from '../given/shop.ts';

/*
 * Days that would look green if an input were not examined: 14 days without planted breaks, with a file of each kind, and an input that is
 * empty, lost, contradicts itself or is not received. No such day is green, and the reason names the input and what to do. test/reconcile
 * proves each kind of input without a run: coverage, input-day, control, refused-answers, lost-deposit, settlement-lag.
 */

const day = daysAgo(1);

const company = {
  books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' }, callbacks: { file: 'callbacks.jsonl' } },
  fees: priceList(),
};

/** The files of the merchant, each of which covers the 14 days. */
const filesOf = ({ files, callbacks }: Pick<RunningSandbox, 'files' | 'callbacks'>) => ({
  'orders.csv': files().orders,
  'bank.csv': files().bank,
  'callbacks.jsonl': [...callbacks().lines].join(''),
});

/** Runs the 14 days with these files. */
function runDays(shop: Shop, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) shop.write(name, text);
  return shop.tieout('run', '--from', daysAgo(14), '--to', day);
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

/** The answer of a run of a company that has received nothing yet, with some of its files or keys changed. */
async function run(files: Partial<typeof own> = {}, changes: object = {}) {
  const shop = shopAt(sandbox, { ...company, ...changes });
  const { status } = await runDays(shop, { ...own, ...files });
  return { status, ...(await reasonsIn(shop)) };
}

test('With every input whole the day is green, and says how many controls were made', async () => {
  const { reasons, breaks } = await reasonsIn(green.copy());
  expect(breaks).toBe('');
  for (const reason of reasons.split('\n')) expect(reason).toMatch(/^(\d+) of \1 controls made\./);
});

test('An orders file that has only its header', async () => {
  const [, header] = own['orders.csv'].split('\r\n');
  const { status, reasons } = await run({ 'orders.csv': `${header}\r\n` });
  expect(status).toBe(4);
  expect(reasons).toContain('orders.csv has no lines and states no period');
  expect(reasons).toContain(
    'Import a newer file, or declare that this file is whole: tieout import orders orders.csv --covers 2',
  );
});

test('Balance answers of the gateway that lose a currency from one to the next', async () => {
  const effect: FaultRule['effect'] = { kind: 'remove_fields', names: ['SGD'] };
  sandbox.faults.order({ service: 'gateway', path: '/account/json/balance', times: null, after: 1, effect });
  const { status, reasons } = await run();
  sandbox.faults.cancel();
  expect(status).toBe(4);
  expect(reasons).toMatch(/The gateway's balance at .+ does not list SGD.+ Run again to request it once more\./);
});

/** A run in which the lines of the statements are others. */
async function runWithLines(change: (cells: string[]) => string[]) {
  const gateway = await startAlteringGateway(sandbox, (answered, path) =>
    path.includes('/downloads/')
      ? answered.replaceAll(/^[0-9a-f-]{36},.*$/gm, (line) => change(line.split(',')).join(','))
      : answered,
  );
  try {
    const access = { base_url: gateway.url, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: 0 };
    return await run({}, { gateway: access });
  } finally {
    await gateway.close();
  }
}

test('A net amount of the gateway that is not amount less fee', async () => {
  const { status, reasons } = await runWithLines((cells) =>
    cells[1] === 'purchase' && cells[11]?.startsWith(day) ? cells.with(7, cells[5] ?? '') : cells,
  );
  expect(status).toBe(4);
  const problem = String.raw`Line \d+ of statement-\d+\.csv: The amount .+ less the fee .+ is not the net amount .+`;
  const advice = String.raw`Ask the service to correct the rejected records\. The next run asks for them again\.`;
  expect(reasons).toMatch(new RegExp(`${problem} ${advice}`));
});

test('Settlements of the gateway that do not come', async () => {
  const { status, breaks } = await runWithLines((cells) =>
    cells[11]?.startsWith(daysAgo(13)) ? cells.with(12, '') : cells,
  );
  expect(status).toBe(3);
  expect(breaks).toMatch(/^Settlement missing: \d+ of \d+ payments, MYR .+, due since .+: INV-/m);
});
