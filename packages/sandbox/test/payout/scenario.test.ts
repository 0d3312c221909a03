import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PayoutScenario, type PayoutScenarioOptions, payoutScenario } from '../../src/payout/scenario.ts';

const OPTIONS = { days: 30, until: '2026-10-31', zone: 'Asia/Kuala_Lumpur' } as const;

/** For any seed. */
function everySeed(options: Partial<PayoutScenarioOptions>, numRuns: number, law: (scenario: PayoutScenario) => void) {
  const seeds = fc.integer({ min: 1, max: 1_000_000 });
  const scenarioOf = (seed: number) => payoutScenario({ ...OPTIONS, breaks: 'none', ...options, seed });
  fc.assert(
    fc.property(seeds, (seed) => law(scenarioOf(seed))),
    { numRuns },
  );
}

describe('payoutScenario', () => {
  it('generates the same data for the same seed, and different data for another', () => {
    const scenario = payoutScenario({ ...OPTIONS, seed: 7, breaks: 'services' });
    expect(payoutScenario({ ...OPTIONS, seed: 7, breaks: 'services' })).toEqual(scenario);
    expect(payoutScenario({ ...OPTIONS, seed: 8, breaks: 'services' }).instructions).not.toEqual(scenario.instructions);
  });

  it('plants each of its seven kinds, and no row contradicts itself', () => {
    everySeed({ breaks: 'services' }, 12, ({ truth, sendLimits }) => {
      expect(new Set(truth.map((entry) => entry.reason_code)).size).toBe(7);
      // a wrong amount or fee is wrong in the net as well
      for (const row of sendLimits) expect(row.netAmount).toBe(row.amount - row.fee);
    });
  });

  it('never pays out more than was allocated, and assigns ids in order of time', () => {
    everySeed({}, 12, (scenario) => {
      const moves = scenario.sendLimits
        .filter((row) => row.status === 'approved' || row.status === 'success')
        .map((row) => ({ at: row.transactionType === 'in' ? row.updatedAt : row.createdAt, net: row.netAmount }))
        .sort((left, right) => left.at - right.at);
      let balance = 0n;
      for (const move of moves) {
        balance += move.net;
        expect(balance).toBeGreaterThanOrEqual(0n);
      }
      for (const list of [scenario.sendLimits, scenario.instructions]) {
        for (const [index, record] of list.entries()) {
          const before = list[index - 1];
          if (before === undefined) continue;
          expect(record.id).toBeGreaterThan(before.id);
          expect(record.createdAt).toBeGreaterThanOrEqual(before.createdAt);
        }
      }
      for (const row of scenario.sendLimits) expect(row.netAmount).toBe(row.amount - row.fee);
    });
  });

  it('pays out every day, several times on weekdays, with verified, rejected and expired records', () => {
    const scenario = payoutScenario({ ...OPTIONS, days: 60, seed: 7, breaks: 'none', payoutsPerDay: 25 });
    const days = new Set(
      scenario.instructions.map((one) => new Date(one.createdAt + 8 * 3_600_000).toISOString().slice(0, 10)),
    );
    expect(days.size).toBeGreaterThanOrEqual(58);
    expect(scenario.instructions.length).toBeGreaterThan(1000);
    expect(new Set(scenario.bankAccounts.map((one) => one.status))).toEqual(new Set(['verified', 'rejected']));
    expect(new Set(scenario.sendLimits.map((one) => `${one.transactionType} ${one.status}`))).toEqual(
      new Set(['in approved', 'in expired', 'out success', 'out expired']),
    );
  });

  it('allocates from the given settlements, at most each one, and nothing on days without', () => {
    const settled: Record<string, bigint> = { '2026-10-29': 1_000_000n, '2026-10-31': 400_050n };
    const scenario = payoutScenario({
      ...OPTIONS,
      days: 5,
      seed: 3,
      breaks: 'none',
      settlementOn: (day) => settled[day] ?? 0n,
    });
    const allocations = scenario.sendLimits.filter((row) => row.transactionType === 'in');
    expect(allocations.map((row) => row.fromSettlement)).toEqual(['2026-10-29', '2026-10-31']);
    for (const row of allocations) expect(row.amount).toBeLessThanOrEqual(settled[row.fromSettlement] ?? 0n);
  });

  it('ends at midnight of the last day: nothing is later, nothing is open', () => {
    const end = Date.parse('2026-10-31T16:00:00Z');
    everySeed({ days: 3, breaks: 'services' }, 100, (scenario) => {
      const records = [...scenario.sendLimits, ...scenario.bankAccounts, ...scenario.instructions];
      expect(records.filter((record) => record.updatedAt >= end)).toEqual([]);
      expect(scenario.sendLimits.filter((row) => row.status === 'pending')).toEqual([]);
      expect(scenario.bankAccounts.filter((one) => one.status === 'pending')).toEqual([]);
    });
  });
});
