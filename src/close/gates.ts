import { Temporal } from 'temporal-polyfill';
import { groupedBy } from '../domain/grouped-by.ts';
import { english } from '../messages/words.ts';
import { daysText } from '../report/proof.ts';
import { isZero } from '../report/shown-value.ts';
import type { Statement } from '../report/statement/read-statements.ts';
import { statementRows } from '../report/statement/statement-rows.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { type SealedLine, sealedLines } from './month-facts.ts';

/** The gates of a close, in the order in which a person works through them; `gate-<name>` of messages/ says what each asks. */
const gates = [
  'fetched',
  'days',
  'inputs',
  'rejected',
  'controls',
  'items',
  'approvals',
  'waiting',
  'ledger',
  'continuity',
  'evidence',
  'rebuild',
  'selftest',
] as const;

export type GateName = (typeof gates)[number];

/** What one gate refuses: an event on a day, or something about the month as a whole. */
export type Obstacle = {
  gate: GateName;
  currency: string | null;
  day: string | null;
  /** The control, the input or the reconciliation; empty where the gate says it. */
  subject: string;
  cause: string;
  action: string;
};

/** The obstacles of one kind, with the days that they concern. */
export type GateCause = {
  currency: string | null;
  subject: string;
  causes: string[];
  days: string[];
  count: number;
  action: string;
};

/** `counted` states what the gate counted, such as the reconciled days; empty if the title says enough. */
export type Gate = { gate: GateName; title: string; is_passed: boolean; counted: string; causes: GateCause[] };

export type Counted = Partial<Record<GateName, string>>;

/** The number of days of a month that are reconciled, reconciled with decided differences, and not reconciled. */
export type DayCount = { reconciled: number; decided: number; open: number };

/** How many days of a month are reconciled, and how many of them only because people decided their differences. */
export function countedDays({ reconciled, decided, open }: DayCount): string {
  const days = reconciled + decided + open;
  const states = [`${reconciled} reconciled`, ...(decided > 0 ? [`${decided} with decided differences`] : [])];
  return `${reconciled + decided} of ${days} ${days === 1 ? 'day' : 'days'}: ${states.join(', ')}`;
}

/** The most reasons that one line names, such as the differences of a control on several days. */
const mostReasons = 3;

/** Obstacles with one remedy are one cause, however many days they concern and each names; items differ by their reason too. */
function causesOf(obstacles: readonly Obstacle[]): GateCause[] {
  const groups = groupedBy(obstacles, ({ gate, currency, subject, cause, action }) => {
    const isOfDay = gate === 'controls' || gate === 'inputs';
    return JSON.stringify([currency, subject, isOfDay ? '' : cause, action]);
  });
  return [...groups.values()].map((own) => ({
    currency: own[0]?.currency ?? null,
    subject: own[0]?.subject ?? '',
    causes: [...new Set(own.map(({ cause }) => cause))].slice(0, mostReasons),
    days: [...new Set(own.flatMap(({ day }) => day ?? []))].sort(),
    count: own.length,
    action: own[0]?.action ?? '',
  }));
}

/** The gates that were asked, each with what it looked at and what it refuses. */
export function gatesOf(asked: readonly GateName[], obstacles: readonly Obstacle[], counted: Counted): Gate[] {
  return gates
    .filter((gate) => asked.includes(gate))
    .map((gate) => {
      const causes = causesOf(obstacles.filter((obstacle) => obstacle.gate === gate));
      const title = english().say(`gate-${gate}`);
      return { gate, title, is_passed: causes.length === 0, counted: counted[gate] ?? '', causes };
    });
}

/** Days that are not reconciled for reasons that other gates list. */
export function openDayObstacles({ open }: DayCount, obstacles: readonly Obstacle[]): Obstacle[] {
  if (open === 0 || obstacles.some(({ gate }) => gate === 'days')) return [];
  const cause = `${open} ${open === 1 ? 'day is' : 'days are'} not reconciled, for the reasons of other gates.`;
  return [ofMonth('days', cause, 'Do what the other gates say.')];
}

/** Rows of recon.close_gate as obstacles. */
export function obstaclesOf(rows: readonly WarehouseRow[]): Obstacle[] {
  return rows.flatMap((row) => {
    const gate = gates.find((name) => name === row.gate);
    if (gate === undefined) return [];
    return [
      {
        gate,
        currency: String(row.currency),
        day: String(row.business_date),
        subject: String(row.subject).replaceAll('_', ' '),
        cause: String(row.cause),
        action: String(row.what_to_do),
      },
    ];
  });
}

/** An obstacle to the month as a whole. */
export const ofMonth = (gate: GateName, cause: string, action: string, facts: Partial<Obstacle> = {}): Obstacle => ({
  ...{ gate, currency: null, day: null, subject: '', cause, action },
  ...facts,
});

/** How many statements have a balance of the ledger that they can be compared with. */
export function countedLedgers(statements: readonly Statement[]): string {
  const compared = statements.filter(({ lines }) => lines.balance.some(({ code }) => code === 'balance_per_ledger'));
  return compared.length === 0
    ? 'no ledger balance: roll-forward only'
    : `${compared.length} of ${statements.length} statements have a ledger balance`;
}

/**
 * Statements that do not tie out to a balance of the ledger; and, where the configuration requires the ledger, clearing accounts without
 * a balance of it.
 */
export function ledgerObstacles(
  statements: readonly Statement[],
  period: { from: string; to: string },
  isRequired: boolean,
): Obstacle[] {
  return statements.flatMap((statement) => {
    const { name, currency } = statement;
    const subject = english().find(`statements-titles-${name}`) ?? name;
    const hasLedger = statement.lines.balance.some(({ code }) => code === 'balance_per_ledger');
    if (!hasLedger) {
      if (name !== 'gateway' || !isRequired) return [];
      const cause = 'There is no balance of the ledger at the end of the month, and close.requires_ledger asks for it.';
      return [
        ofMonth('ledger', cause, 'Give the balances of the ledger: tieout import ledger FILE.', { currency, subject }),
      ];
    }
    const difference = statementRows(statement, period, english()).find(
      (row) => row.row === 'residual' && row.title === english().say('statements-unexplained'),
    );
    if (difference?.row !== 'residual' || isZero(difference.amount)) return [];
    const cause = `The statement differs from the ledger by ${currency} ${difference.amount.replace(/0{2}$/, '')}.`;
    const action =
      'Compare the entries of the ledger with the movements, and correct the ledger or give its balances again.';
    return [ofMonth('ledger', cause, action, { currency, subject })];
  });
}

/**
 * Opening balances of a month that are not the closing balances of the month before, as that was sealed. `before` is the last month that
 * was closed before it, if any.
 */
export function continuityObstacles(
  month: string,
  statements: readonly Statement[],
  before: { month: string; lines: readonly SealedLine[] } | undefined,
): Obstacle[] {
  if (before === undefined) return [];
  const previous = Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
  if (before.month !== previous) {
    const cause = `${previous} is not closed, and ${before.month} is.`;
    return [ofMonth('continuity', cause, 'Close the months in their order.')];
  }
  const rollForward = (lines: readonly SealedLine[], wanted: string) =>
    lines.filter(({ part, code }) => part === 'roll_forward' && code === wanted);
  const opens = rollForward(sealedLines(statements), 'opening');
  return rollForward(before.lines, 'closing').flatMap(({ statement, currency, subject, amount }) => {
    const found = opens.find(
      (line) => line.statement === statement && line.currency === currency && line.subject === subject,
    );
    const opening = found?.amount ?? '0.0000';
    if (amount === null || opening === amount) return [];
    const cause = `The month opens with ${opening}, and ${before.month} was closed with ${amount}.`;
    const action = `Something of ${before.month} has changed since it was closed. Find it in tieout status and the sheet "Changes".`;
    return [
      ofMonth('continuity', cause, action, {
        currency,
        subject: english().find(`statements-titles-${statement}`) ?? statement,
      }),
    ];
  });
}

/** The days of a cause for people; empty for the month as a whole. */
export const daysOfCause = ({ days }: GateCause): string => daysText(days, english());
