import { expect, test } from 'vitest';
import type { Slice } from '../../src/connectors/connector.ts';
import { linesOfDay } from '../../src/judge/locate/lines.ts';
import { countedStatements } from '../given/counted-statements.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();
const date = '2026-11-02';
const dayFrom = Date.parse('2026-11-01T16:00:00Z') / 1000;
const whole: Slice = { from: dayFrom, to: dayFrom + 86_400, filters: {} };
const types = ['purchase', 'purchase', 'purchase', 'refund'];
const methods = ['fpx', 'visa', 'DuitNow QR', ''];
const flows = ['api', 'link', 'api'];

/** A line for every 29 minutes and 59 seconds of the day, and one at its last second. */
const seconds = [...Array.from({ length: 48 }, (_, at) => at * 1799), 86_399];
const line = (second: number, at: number) => {
  const time = new Date((dayFrom + 8 * 3600 + second) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return [
    ...[types[at % 4], `A${at}`, `${at + 1}.05`, '0.10', types[at % 4] === 'refund' ? 'refunded' : 'paid', time, time],
    ...[methods[at % 4], 'purchases', flows[at % 3]],
  ].join(',');
};

/** The same figures by a query for each part of the day. */
async function queried({ from, to, filters }: Slice) {
  const named = Object.entries(filters).map(
    ([column, words]) => `and ${column} in (${words.map((word) => `'${word}'`).join(', ')})`,
  );
  const [row] =
    await acme.rows(`select count(*)::integer as count, list_sort(list(distinct coalesce(method, '-'))) as methods,
       coalesce(sum(amount) filter (direction = 'incoming') * 10000, 0)::bigint as incoming,
       coalesce(sum(amount) filter (direction = 'outgoing') * 10000, 0)::bigint as outgoing
     from core.counted_line
     where business_date = '${date}' and paid_at >= to_timestamp(${from}) and paid_at < to_timestamp(${to}) ${named.join(' ')}`);
  return row;
}

test('The lines of each part of a day are those that a query for the part finds, and the day is read once', async () => {
  const header = 'Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Payment Method,Product,Flow';
  const content = [header, ...seconds.map(line)].join('\n');
  await acme.receive(content, { kind: 'statement', currency: 'MYR' });
  const { connection, counted } = countedStatements(acme.connection);
  const lines = await linesOfDay({ ...acme.warehouse, connection }, { currency: 'MYR', date, whole });
  expect(lines(whole).count).toBe(seconds.length);
  const parts: Slice[] = [0, 60, 300, 29 * 60, 30 * 60, 43_200, 86_340].flatMap((start) =>
    [60, 300, 3600, 43_200, 86_400].map((length) => ({
      from: dayFrom + start,
      to: Math.min(dayFrom + start + length, whole.to),
      filters: {},
    })),
  );
  const narrowed: Slice[] = [
    { ...whole, filters: { method: ['fpx', 'duitnow_qr'] } },
    { ...whole, filters: { method: ['visa'], flow: ['api'] } },
    { ...whole, to: dayFrom + 7200, filters: { flow: [] } },
  ];
  for (const slice of [...parts, ...narrowed.slice(0, 2)]) {
    const { count, words, totals } = lines(slice);
    const row = await queried(slice);
    expect({
      count,
      incoming: totals[0],
      outgoing: totals[3],
      methods: (words.method ?? []).map((word) => word ?? '-').sort(),
    }).toEqual({ ...row, methods: row?.methods ?? [] });
  }
  expect(lines(narrowed[2] ?? whole).count).toBe(0);
  expect(counted.count).toBe(1);
});
