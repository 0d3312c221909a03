import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PayoutScenario, type PayoutScenarioOptions, payoutScenario } from '../../src/payout/scenario.ts';
import { emptyState, newAccount } from '../../src/payout/state.ts';
import { balanceOf } from '../../src/payout/world.ts';

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

/** A second opinion, written from the description of the breaks: what a reconciliation has to find, as `reason key amount`. */
function findBreaks(scenario: PayoutScenario): string[] {
  const found: string[] = [];
  const byInstruction = new Map<number, PayoutScenario['sendLimits']>();
  for (const row of scenario.sendLimits) {
    if (row.sendInstructionId === null) continue;
    byInstruction.set(row.sendInstructionId, [...(byInstruction.get(row.sendInstructionId) ?? []), row]);
  }
  for (const instruction of scenario.instructions) {
    const [row, second] = byInstruction.get(instruction.id) ?? [];
    byInstruction.delete(instruction.id);
    if (row === undefined) {
      found.push(`instruction_without_ledger_row ${instruction.id} ${instruction.amount}`);
      continue;
    }
    if (second !== undefined) found.push(`ledger_row_twice ${second.id} ${second.amount}`);
    if (row.amount !== -instruction.amount)
      found.push(`amount_differs ${instruction.id} ${instruction.amount + row.amount}`);
    if (row.fee !== 100n) found.push(`fee_differs ${instruction.id} ${100n - row.fee}`);
    if (instruction.state === 'rejected' && row.status === 'success') {
      found.push(`rejected_but_debited ${instruction.id} ${row.amount}`);
    }
  }
  for (const rows of byInstruction.values()) {
    for (const row of rows) found.push(`ledger_row_without_instruction ${row.id} ${row.amount}`);
  }
  if (scenario.account.unexplained !== 0n)
    found.push(`balance_not_explained ${scenario.account.id} ${scenario.account.unexplained}`);
  return found.sort();
}

const namedBreaks = (scenario: PayoutScenario) =>
  scenario.truth
    .map(({ reason_code, key, amount }) => `${reason_code} ${key} ${BigInt(amount.replace('.', ''))}`)
    .sort();

describe('payoutScenario', () => {
  it('generates the same data for the same seed, and different data for another', () => {
    const scenario = payoutScenario({ ...OPTIONS, seed: 7, breaks: 'services' });
    expect(payoutScenario({ ...OPTIONS, seed: 7, breaks: 'services' })).toEqual(scenario);
    expect(payoutScenario({ ...OPTIONS, seed: 8, breaks: 'services' }).instructions).not.toEqual(scenario.instructions);
  });

  it('plants nothing with ’none’: every payout has its row, fee 1.00, net = amount - fee, and the ground truth is empty', () => {
    everySeed({}, 12, (scenario) => {
      expect(findBreaks(scenario)).toEqual([]);
      expect(scenario.truth).toEqual([]);
    });
  });

  it('lists every planted break and no other, each kind at least once', () => {
    everySeed({ breaks: 'services' }, 12, (scenario) => {
      expect(namedBreaks(scenario)).toEqual(findBreaks(scenario));
      expect(new Set(scenario.truth.map((entry) => entry.reason_code)).size).toBe(7);
      // A wrong amount or fee is wrong in the net as well: no row contradicts itself.
      for (const row of scenario.sendLimits) expect(row.netAmount).toBe(row.amount - row.fee);
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

  it('dates each break by the company zone, on the day of the record that it names', () => {
    const scenario = payoutScenario({ ...OPTIONS, seed: 11, breaks: 'services' });
    for (const entry of scenario.truth) {
      if (entry.reconciliation === 'payout_roll_forward') {
        expect(entry.business_date).toBe('2026-10-31');
        continue;
      }
      const records = ['missing_right', 'duplicate'].includes(entry.outcome)
        ? scenario.sendLimits
        : scenario.instructions;
      const createdAt = records.find((record) => String(record.id) === entry.key)?.createdAt ?? 0;
      expect(new Date(createdAt + 8 * 3_600_000).toISOString().slice(0, 10)).toBe(entry.business_date);
    }
  });
});

it('has at any instant the balance of the movements so far', () => {
  const { sendLimits } = payoutScenario({ ...OPTIONS, seed: 7, breaks: 'none' });
  const state = { ...emptyState(newAccount(0)), sendLimits: new Map(sendLimits.map((row) => [row.id, row])) };
  const noon = Date.parse('2026-10-15T04:00:00Z');
  const moved = sendLimits.filter(
    (row) =>
      ['approved', 'success'].includes(row.status) &&
      (row.transactionType === 'in' ? row.updatedAt : row.createdAt) <= noon,
  );
  expect(moved.length).toBeLessThan(sendLimits.length / 1.5);
  expect(balanceOf(state, noon)).toBe(moved.reduce((sum, row) => sum + row.netAmount, 0n));
  expect(balanceOf(state, noon)).not.toBe(balanceOf(state));
});
