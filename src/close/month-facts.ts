import { createHmac } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { groupedBy } from '../domain/grouped-by.ts';
import { english } from '../messages/words.ts';
import { recordNames } from '../report/late-changes.ts';
import { decimalsOf, groupedText } from '../report/shown-value.ts';
import type { Statement } from '../report/statement/read-statements.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { withReader } from '../warehouse/open.ts';

const contentSchema = z.object({ record: z.string(), record_count: z.number().int(), sha256: z.string() });

const lineSchema = z.object({
  statement: z.string(),
  currency: z.string(),
  subject: z.string(),
  part: z.string(),
  code: z.string(),
  kind: z.string(),
  title: z.string(),
  amount: z.string().nullable(),
  count: z.number().int().nullable(),
});

/** A line of a statement in a manifest. */
export type SealedLine = z.infer<typeof lineSchema>;

/** The facts of a month in a manifest, by which a later change is detected. */
export const factsSchema = z.object({
  /** The content of the records of the month, by their kind. */
  content: z.array(contentSchema),
  statements: z.array(lineSchema),
  /** Decisions by people about items of the month, as far as they are in force. */
  decided: z.array(z.object({ decision_id: z.string() })),
});

export type MonthFacts = z.infer<typeof factsSchema>;

/** The lines of statements, without the days and ages that do not belong to their figures. */
export function sealedLines(statements: readonly Statement[]): SealedLine[] {
  return statements.flatMap(({ name, currency, subject, lines }) =>
    Object.entries(lines).flatMap(([part, own]) =>
      own.map(({ code, kind, title, amount, count }) => ({
        ...{ statement: name, currency, subject, part, code, kind, title },
        amount: amount ?? null,
        count: count ?? null,
      })),
    ),
  );
}

/**
 * Content with keyed hashes, from which nobody without the key can guess a reference. The content is that of the plain records, because
 * what is masked in them depends on what is known of people later.
 */
export const keyedContent = (content: MonthFacts['content'], key: Buffer): MonthFacts['content'] =>
  content.map((one) => ({ ...one, sha256: createHmac('sha256', key).update(one.sha256).digest('hex') }));

/** Decisions by people that are in force; the figures alone do not give them. */
const decidedSql = `
  select decision.break_id, item.business_date, item.currency, decision.reconciliation, decision.decision, decision.reason_code,
    decision.decision_note as note, decision.decided_by as author, decision.decided_by_identity as author_identity, decision.system_user,
    decision.host, decision.decided_at, decision.right_minus_left as amount,
    decision.needs_second, decision.approved_by, decision.approval_identity, decision.decision_id
  from mart.decision as decision
  inner join mart.item as item on item.break_id = decision.break_id
  where decision.is_in_force and item.status <> 'open'
    and item.business_date >= $from::date and item.business_date < $to::date
  order by item.business_date, decision.break_id`;

/**
 * The decisions that were not taken back. A decision that has expired since, or whose item was settled or decided again, belongs to the
 * month in which that happened.
 */
export async function standingDecisions(connection: DuckDBConnection): Promise<MonthFacts['decided']> {
  const rows = await readRows(
    connection,
    `select decision_id from recon.decision_state
     where decision not in ('undo', 'approve') and not is_undone order by decision_id`,
  );
  return rows.map((row) => ({ decision_id: textOf(row, 'decision_id') }));
}

/** The facts of a period from a snapshot, with the statements of the period. */
export async function readFacts(
  connection: DuckDBConnection,
  bound: { from: string; to: string },
  statements: readonly Statement[],
): Promise<MonthFacts> {
  const rows = await readRows(
    connection,
    `select record, record_count::integer as record_count, sha256
     from core.month_content($from::date, $to::date) order by record`,
    bound,
  );
  const decided = await readRows(connection, decidedSql, bound);
  return {
    content: rows.map((row) => contentSchema.parse(row)),
    statements: sealedLines(statements),
    decided: decided.map((row) => ({ ...row, decision_id: textOf(row, 'decision_id') })),
  };
}

/** A difference between the sealed month and the current data: of a record with its reference and day, or of a figure. */
export type MonthChange = Record<'subject' | 'before' | 'now', string> & {
  currency: string | null;
  reference?: string;
  day?: string;
};

const lineKey = ({ statement, currency, subject, part, code, kind }: SealedLine) =>
  JSON.stringify([statement, currency, subject, part, code, kind]);

/** Groups lines by key, because a code may have several lines, such as reserves by day of release. */
const byKey = (lines: readonly SealedLine[]) => groupedBy(lines, lineKey);

const figureOf = (lines: readonly SealedLine[]) => lines.map(({ amount, count }) => `${amount} ${count}`).sort();

function amountsText(lines: readonly (Pick<SealedLine, 'amount' | 'count'> & { currency: string | null })[]): string {
  return lines
    .map(({ amount, count, currency }) => {
      const money = amount === null ? '' : groupedText(amount, decimalsOf(currency, amount));
      return count === null ? money : `${money} (${count})`.trim();
    })
    .join(', ');
}

const recordSchema = z.object({
  ...{ subject: z.string(), reference: z.string(), day: z.string(), currency: z.string().nullable() },
  ...{ sealed: z.string().nullable(), current: z.string().nullable() },
});

/** The records of a closed month that changed after its close, from a snapshot; none of months that are older than runs compare. */
export async function readChangedRecords(path: string, month: string): Promise<MonthChange[]> {
  const sql = `select record as subject, coalesce(reference, record_key) as reference, business_date::text as day, currency,
      sealed_amount as sealed, current_amount as current
    from mart.late_change where closed_month = $month order by all`;
  const rows = await withReader(path, ({ connection }) => readRows(connection, sql, { month }));
  return rows.map((row) => {
    const { sealed, current, ...record } = recordSchema.parse(row);
    const textOf = (amount: string | null) => amountsText([{ ...record, amount, count: null }]);
    const [before, now] = [textOf(sealed), textOf(current)];
    const subject = recordNames[record.subject] ?? record.subject;
    return { ...record, subject, before, now: before === now ? `${now}, different content` : now };
  });
}

/** The lines of statements that differ. */
function changedLines(before: readonly SealedLine[], now: readonly SealedLine[]): MonthChange[] {
  const [was, is] = [byKey(before), byKey(now)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, current] = [was.get(key) ?? [], is.get(key) ?? []];
    if (JSON.stringify(figureOf(old)) === JSON.stringify(figureOf(current))) return [];
    const [line] = [...current, ...old];
    if (line === undefined) return [];
    const statement = english().find(`statements-titles-${line.statement}`) ?? line.statement;
    return [
      {
        subject: `${statement}: ${line.title || line.kind || line.code}`,
        currency: line.currency,
        before: amountsText(old),
        now: amountsText(current),
      },
    ];
  });
}

type Content = MonthFacts['content'];

/** The records that differ, and the numbers of each kind where the known records do not account for them. */
function changedRecords(before: Content, now: Content, records: readonly MonthChange[]): MonthChange[] {
  return [...new Set([...before, ...now].map(({ record }) => record))].flatMap((record) => {
    const old = before.find((one) => one.record === record);
    const current = now.find((one) => one.record === record);
    if (old?.sha256 === current?.sha256) return [];
    const [was, is] = [old?.record_count ?? 0, current?.record_count ?? 0];
    const subject = recordNames[record] ?? record;
    const known = records.filter((one) => one.subject === subject);
    const added = known.filter((one) => one.before === '').length;
    const removed = known.filter((one) => one.now === '').length;
    if (known.length > 0 && was + added - removed === is) return known;
    return [
      ...known,
      { subject, currency: null, before: String(was), now: was === is ? `${is}, different content` : String(is) },
    ];
  });
}

/** Decisions that were taken back. A later decision about an outstanding item belongs to the month in which it is made. */
function lostDecisions(before: MonthFacts['decided'], now: MonthFacts['decided']): MonthChange[] {
  const kept = before.filter(({ decision_id: id }) => now.some((decision) => decision.decision_id === id)).length;
  if (kept === before.length) return [];
  return [{ subject: 'Decisions in force', currency: null, before: String(before.length), now: String(kept) }];
}

/** The parts of statements before manifests named them. */
const firstParts = ['balance', 'roll_forward', 'composition', 'open'];

/** The facts in a manifest, and the parts of statements that its program knew. Manifests of earlier programs lack some facts. */
export type SealedFacts = { [Name in keyof MonthFacts]?: MonthFacts[Name] | undefined } & {
  statement_parts?: readonly string[] | undefined;
};

/**
 * What has changed in a month since its facts were sealed; empty where nothing has. Facts that a manifest of an earlier version does not
 * have are not compared, nor are parts of statements that the version did not know. `records` are those of readChangedRecords.
 */
export function changesSince(sealed: SealedFacts, now: MonthFacts, records: MonthChange[] = []): MonthChange[] {
  const { content = now.content, decided = [], statements = now.statements } = sealed;
  const parts = new Set(sealed.statement_parts ?? [...firstParts, ...statements.map(({ part }) => part)]);
  const known = now.statements.filter(({ part }) => parts.has(part));
  return [
    ...changedRecords(content, now.content, records),
    ...lostDecisions(decided, now.decided),
    ...changedLines(
      statements.filter(({ part }) => parts.has(part)),
      known,
    ),
  ];
}
