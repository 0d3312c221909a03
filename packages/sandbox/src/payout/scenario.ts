import { Temporal } from 'temporal-polyfill';
import { MALAYSIA } from './calendar.ts';
import { drawFrom } from './draw.ts';
import { isCounted, verificationRow } from './ledger.ts';
import { type BreakPlan, type PlantedBreak, plantBreaks } from './planted-breaks.ts';
import { plantControlBreaks } from './planted-control-breaks.ts';
import type { Account, BankAccount, SendInstruction, SendLimit } from './records.ts';
import { draftAllocation } from './scenario-allocations.ts';
import { FIRST_ID, type ScenarioDraft } from './scenario-draft.ts';
import {
  draftBeneficiary,
  draftInstruction,
  payoutAmount,
  payoutTimes,
  sendRowOf,
  timeOfDay,
} from './scenario-payouts.ts';

export type PayoutScenarioOptions = {
  seed: number;
  days: number;
  /** ISO date of the last full business day. */
  until: string;
  /** The company's zone: payouts are made in its office hours, and the ground truth has its dates. */
  zone: string;
  /** 'standard' also plants breaks that only the controls over recipients and approvals show. */
  breaks: 'none' | 'services' | 'standard';
  /** Net settlement in minor units of MYR of a settlement day; 0n without a settlement. Drawn from the seed by default. */
  settlementOn?: (day: string) => bigint;
  /** The average on a weekday; 8 by default. */
  payoutsPerDay?: number;
  approvers?: readonly string[];
};

/** The payout records of a scenario as plain data, oldest first. */
export type PayoutScenario = {
  account: Account;
  sendLimits: SendLimit[];
  bankAccounts: BankAccount[];
  instructions: SendInstruction[];
  truth: PlantedBreak[];
};

export const DEFAULT_APPROVERS = ['finance@merchant.example', 'director@merchant.example'];

const FIRST_BENEFICIARIES = 8;
const NEW_BENEFICIARY_CHANCE = 0.2;
/** This much is never paid out, so that the balance stays above zero. */
const KEPT_BACK = 50_000n;

/**
 * Generates the payout records of `days` days: verified recipients, allocations of upcoming settlements with approvals,
 * several payouts a day with their ledger rows and fees of 1.00. `breaks` plants breaks and lists each in `truth`;
 * `'none'` plants nothing. The same options generate the same records.
 */
export function payoutScenario(options: PayoutScenarioOptions): PayoutScenario {
  const draft = draftScenario(options);
  const plans = planBreaks(draft, options);
  const rows = [...draft.allocations, ...draft.verifications, ...draft.payouts.flatMap((payout) => payout.rows)];
  const sendLimits = rows.sort((left, right) => left.createdAt - right.createdAt);
  for (const [index, row] of sendLimits.entries()) row.id = FIRST_ID.sendLimit + index;
  return {
    account: draft.account,
    sendLimits,
    bankAccounts: draft.bankAccounts,
    instructions: draft.payouts.flatMap(({ instruction }) => instruction ?? []),
    truth: plans.map((plan) => truthOf(plan, options)),
  };
}

function planBreaks(
  draft: ScenarioDraft,
  { seed, zone, breaks, approvers = DEFAULT_APPROVERS }: PayoutScenarioOptions,
): BreakPlan[] {
  if (breaks === 'none') return [];
  const plans = plantBreaks(draft, drawFrom(seed, 'payout breaks'));
  if (breaks === 'services') return plans;
  const touched = new Set(plans.map(({ instruction }) => instruction));
  const planting = { draft, draw: drawFrom(seed, 'payout control breaks'), zone, approvers };
  return [...plans, ...plantControlBreaks(planting, ({ instruction }) => !touched.has(instruction ?? undefined))];
}

function draftScenario(options: PayoutScenarioOptions): ScenarioDraft {
  const draw = drawFrom(options.seed, 'payout life');
  const days = daysUntil(options.until, options.days);
  const settlementOn = options.settlementOn ?? drawnSettlements(options.seed);
  const account = draftAccount(days[0] ?? options.until);
  const draft: ScenarioDraft = { account, allocations: [], verifications: [], bankAccounts: [], payouts: [] };
  let balance = 0n;
  for (const day of days) {
    const isLast = day === options.until;
    const allocation = draftAllocation(draw, day, settlementOn, options.approvers ?? DEFAULT_APPROVERS, isLast);
    if (allocation !== undefined) draft.allocations.push(allocation);
    const arrival = allocation?.status === 'approved' ? allocation : undefined;
    // recipients are added after the first allocation, because their fees cannot be paid before it
    const isFirst = draft.bankAccounts.length === 0;
    if (isFirst && arrival === undefined) continue;
    const opensAt = isFirst && arrival !== undefined ? arrival.updatedAt : undefined;

    const newcomers = isFirst ? FIRST_BENEFICIARIES : draw.chance(NEW_BENEFICIARY_CHANCE) ? 1 : 0;
    for (let n = 0; n < newcomers; n += 1) {
      const at = opensAt === undefined ? timeOfDay(draw, day, options.zone, 9, 11) : opensAt + 45_000 * (n + 1);
      const id = FIRST_ID.bankAccount + draft.bankAccounts.length;
      const bankAccount = draftBeneficiary(draw, id, at, isFirst && n < 2);
      const head = { id: 0, currency: 'MYR', fromSettlement: day, createdAt: bankAccount.updatedAt };
      const row = verificationRow(head, id, account.verificationFee);
      draft.bankAccounts.push(bankAccount);
      draft.verifications.push(row);
      balance += row.netAmount;
    }

    const times = payoutTimes(draw, day, options.zone, options.payoutsPerDay ?? 8, opensAt);
    const hasArrived = (at: number) => arrival !== undefined && at > arrival.updatedAt;
    for (const [position, createdAt] of times.entries()) {
      const previous = times[position - 1] ?? 0;
      if (arrival !== undefined && hasArrived(createdAt) && !hasArrived(previous)) balance += arrival.amount;
      const payable = draft.bankAccounts.filter(
        ({ status, updatedAt }) => status === 'verified' && updatedAt < createdAt,
      );
      const amount = payoutAmount(draw, balance - KEPT_BACK, times.length - position);
      if (payable.length === 0 || amount === undefined) continue;
      const id = FIRST_ID.instruction + draft.payouts.length;
      const instruction = draftInstruction(draw, id, draw.pick(payable), amount, createdAt);
      const row = sendRowOf(instruction, account.sendFee);
      if (isCounted(row)) balance += row.netAmount;
      draft.payouts.push({ instruction, rows: [row] });
    }
    if (arrival !== undefined && !hasArrived(times.at(-1) ?? 0)) balance += arrival.amount;
  }
  return draft;
}

function daysUntil(until: string, count: number): string[] {
  const last = Temporal.PlainDate.from(until);
  return Array.from({ length: count }, (_, index) => last.subtract({ days: count - 1 - index }).toString());
}

function draftAccount(firstDay: string): Account {
  const opened = Temporal.PlainDate.from(firstDay).subtract({ days: 14 });
  const createdAt = opened.toZonedDateTime({ timeZone: MALAYSIA, plainTime: '10:24:11.482' }).epochMilliseconds;
  return {
    id: FIRST_ID.account,
    status: 'active',
    currency: 'MYR',
    sendFee: { type: 'flat', value: 100n },
    verificationFee: { type: 'flat', value: 100n },
    unexplained: 0n,
    createdAt,
    updatedAt: createdAt,
  };
}

function drawnSettlements(seed: number): (day: string) => bigint {
  return (day) => BigInt(drawFrom(seed, `settlement ${day}`).int(600_000, 2_400_000));
}

function truthOf(plan: BreakPlan, options: PayoutScenarioOptions): PlantedBreak {
  const { row, instruction, bankAccount, ...said } = plan;
  const named = row ?? instruction ?? bankAccount;
  const key = String(named?.id ?? FIRST_ID.account);
  if (named === undefined) return { ...said, business_date: options.until, key };
  const local = Temporal.Instant.fromEpochMilliseconds(named.createdAt).toZonedDateTimeISO(options.zone);
  return { ...said, business_date: local.toPlainDate().toString(), key };
}
