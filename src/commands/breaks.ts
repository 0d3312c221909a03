import type { LoadedConfig } from '../config/load-config.ts';
import { renamedReconciliations } from '../config/renamed-keys.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Snapshots } from '../warehouse/snapshots.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { readDay } from './days.ts';
import { knownValue, optionWrong } from './option-value.ts';
import { openPublished } from './published.ts';
import { factsTable, moneyText, type RowLayout, rowLayout, rowsTable } from './row-text.ts';

export type BreaksOptions = {
  company?: string;
  currency?: string;
  reconciliation?: string;
  outcome?: string;
  status?: string;
  over?: string;
  olderThan?: string;
  date?: string;
  text?: string;
};

const statuses = [
  'undecided',
  'open',
  'awaiting_approval',
  'explained',
  'accepted',
  'written_off',
  'matched_by_hand',
  'closed',
  'all',
];

/** Refuses an invalid filter value, because an empty list would read as "there are no breaks". */
async function checkFilters(snapshots: Snapshots, options: BreaksOptions, config: LoadedConfig): Promise<void> {
  const { company, currency, reconciliation, outcome, status, over, olderThan } = options;
  const names = async (sql: string) => (await snapshots.read(sql)).map(({ name }) => String(name));
  const companies = chosenCompanies(config, company);
  if (currency !== undefined) {
    const used = await names('select distinct currency as name from mart.break order by name');
    knownValue('--currency', currency, [...new Set([...companies.flatMap(({ currencies }) => currencies), ...used])]);
  }
  if (reconciliation !== undefined) {
    const all = await names('select reconciliation as name from mart.reconciliation order by list_order, name');
    const renamed = renamedReconciliations[reconciliation];
    knownValue('--reconciliation', reconciliation, all, renamed);
  }
  if (outcome !== undefined) {
    const open = await names(
      'select distinct outcome as name, list_order from recon.outcome where is_open order by list_order',
    );
    knownValue('--outcome', outcome, open);
  }
  if (status !== undefined) knownValue('--status', status, statuses);
  if (over !== undefined && !/^\d+(\.\d{1,4})?$/.test(over)) throw optionWrong('--over', over, 'an amount');
  if (olderThan !== undefined && !/^\d+$/.test(olderThan))
    throw optionWrong('--older-than', olderThan, 'a number of days');
}

async function list(snapshots: Snapshots, options: BreaksOptions): Promise<WarehouseRow[]> {
  const { over, olderThan, status = 'undecided' } = options;
  return snapshots.read(
    `select break_id, company, business_date, currency, reconciliation, outcome, right_minus_left as amount, age_days, expected_on,
       becomes_break_on, status, reason
     from mart.break
     where company = coalesce($company, company)
       and currency = coalesce($currency, currency)
       and reconciliation = coalesce($reconciliation, reconciliation)
       and outcome = coalesce($outcome, outcome)
       and ($status in ('all', status) or ($status = 'undecided' and status in ('open', 'awaiting_approval')))
       and ($over is null or abs(right_minus_left) > $over::decimal(38, 4))
       and age_days > coalesce($older_than::integer, -1)
       and business_date = coalesce($date::date, business_date)
       and contains(lower(concat_ws(' ', reason, what_to_do, item_key, decision_note)), lower($text))
     order by business_date, company, currency, reconciliation, break_id`,
    {
      company: options.company ?? null,
      currency: options.currency ?? null,
      reconciliation: options.reconciliation ?? null,
      outcome: options.outcome ?? null,
      status,
      over: over ?? null,
      older_than: olderThan ?? null,
      date: options.date === undefined ? null : readDay(options.date, '--date').toString(),
      text: options.text ?? '',
    },
  );
}

/** The item whose id begins with a text (BREAK_UNKNOWN), with both sides and every decision on it. */
async function one(snapshots: Snapshots, id: string) {
  const bound = { id: id.toLowerCase() };
  const breaks = await snapshots.read(
    'select * rename (right_minus_left as amount) from mart.break where starts_with(break_id, substr($id, 1, 12)) order by break_id limit 2',
    bound,
  );
  const [found] = breaks;
  if (found === undefined || breaks.length > 1) {
    throw new TieoutError({
      code: 'BREAK_UNKNOWN',
      message:
        found === undefined
          ? `There is no item with the id ${id}.`
          : `More than one item has an id that begins with ${id}.`,
      remedy: '`tieout breaks --status all` lists every item.',
      exitStatus: 2,
    });
  }
  const key = { id: String(found.break_id) };
  const sides = await snapshots.read(
    `select left_label, left_key, left_reference, left_amount, left_at, left_file_name as left_file, left_line_no,
       right_label, right_key, right_reference, right_amount, right_at, right_file_name as right_file, right_line_no, evidence, runners_up
     from mart.item where break_id = $id`,
    key,
  );
  const decisions = await snapshots.read(
    `select decided_at, decision, decided_by as author, decided_by_identity as author_identity, asserted_because, system_user, host,
       reason_code, decision_note as note, evidence, right_minus_left as amount, effective_on, expires_on, needs_second, needs_verified, approved_by, approval_identity, is_in_force, is_pending, pending_because, is_stale_decision as is_stale,
       decision_id, concerns, signed_with, signed_text, signature
     from mart.decision where break_id = $id order by decided_at, decision_id`,
    key,
  );
  return { found, sides, decisions };
}

/** The list for a person: the full reason, and the amount with its currency. */
function listText(rows: readonly WarehouseRow[], layout: RowLayout, command: string): string {
  if (rows.length === 0) return 'No items.';
  const shown = rows.map(({ currency, amount, ...row }) => ({
    id: row.break_id ?? null,
    company: row.company ?? null,
    day: row.business_date ?? null,
    reconciliation: row.reconciliation ?? null,
    outcome: row.outcome ?? null,
    status: row.status ?? null,
    expected: row.expected_on ?? null,
    amount: typeof amount === 'string' ? `${String(currency)} ${moneyText(amount, currency)}` : '',
    age: row.age_days ?? null,
    reason: row.reason ?? null,
  }));
  const minor = ['reconciliation', 'outcome', 'company', 'expected', 'status'];
  return `${rowsTable(shown, layout, { minor })}

${rows.length} item${rows.length === 1 ? '' : 's'}. Age is in days. Show one with: ${command} breaks ID`;
}

/** The facts about an item, its amount with the currency; a flag that is not set is left out. */
function withMoney({ currency, amount, is_stale_decision, ...row }: WarehouseRow): WarehouseRow {
  return {
    ...row,
    ...(typeof amount === 'string' ? { amount: `${String(currency)} ${moneyText(amount, currency)}` } : {}),
    ...(is_stale_decision === true ? { is_stale_decision } : {}),
  };
}

/** One decision for a person: its author and place, whether these are proven, and what is still missing for it. */
function decisionFacts(row: WarehouseRow): WarehouseRow {
  const { author_identity, asserted_because, system_user, host, approval_identity, needs_second, ...facts } = row;
  const identity = (value: unknown) => (typeof value === 'string' ? ` (${value})` : '');
  const isAnswer = facts.concerns !== null;
  return {
    decided_at: facts.decided_at ?? null,
    decision: facts.decision ?? null,
    author: `${String(facts.author)}${identity(author_identity)}`,
    asserted_because: facts.signed_with === null ? null : (asserted_because ?? null),
    recorded_by: system_user === null ? null : `${String(system_user)} on ${String(host)}`,
    reason_code: facts.reason_code ?? null,
    note: facts.note ?? null,
    evidence: facts.evidence ?? null,
    amount: facts.amount ?? null,
    effective_on: isAnswer ? null : (facts.effective_on ?? null),
    expires_on: facts.expires_on ?? null,
    approved_by: typeof facts.approved_by === 'string' ? `${facts.approved_by}${identity(approval_identity)}` : null,
    state: isAnswer ? null : stateOf(facts),
    decision_id: facts.decision_id ?? null,
    concerns: facts.concerns ?? null,
  };
}

function stateOf({ is_in_force, is_pending, is_stale, pending_because }: WarehouseRow): string {
  if (is_in_force === true) return 'in force';
  if (is_pending === true) return `awaiting approval, not in force. ${String(pending_because)}`;
  return is_stale === true ? 'not in force: the figures have changed' : 'not in force';
}

/** The record of one side, under the name of that side. */
function sideText(side: 'left' | 'right', row: WarehouseRow, layout: RowLayout, of: WarehouseRow): string {
  const value = (name: string) => row[`${side}_${name}`] ?? null;
  const amount = value('amount');
  const record = {
    key: value('key'),
    reference: value('reference'),
    amount: typeof amount === 'string' ? `${String(of.currency)} ${moneyText(amount, of.currency)}` : null,
    at: value('at'),
    file: value('line_no') === null ? value('file') : `${String(value('file'))}, line ${String(value('line_no'))}`,
  };
  return `${String(value('label'))}\n${factsTable(record, layout, of) || '  no record'}`;
}

/** The decisions on an item for a person; without any, how to record one, unless the item is closed. */
function decisionsText(item: WarehouseRow, decisions: readonly WarehouseRow[], layout: RowLayout, command: string) {
  if (decisions.length > 0)
    return decisions.map((decision) => factsTable(decisionFacts(decision), layout, item)).join('\n\n');
  if (item.status === 'closed') return 'No decision was recorded, and a closed item needs none.';
  return `No decision yet. Record one with: ${command} decide explain ${String(item.break_id)} --reason CODE`;
}

/** `tieout breaks [ID]`: open items, filtered; or one item with all known facts. */
export async function run(
  context: CommandContext,
  id: string | undefined,
  options: BreaksOptions,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const layout = rowLayout(config, context);
  const snapshots = await openPublished(config, config.companies, context);
  try {
    if (id === undefined) {
      await checkFilters(snapshots, options, config);
      const rows = await list(snapshots, options);
      context.out.answer(rows, () => `${listText(rows, layout, context.command)}\n`);
      return 0;
    }
    const { found, sides, decisions } = await one(snapshots, id);
    const of = { company: found.company ?? null, currency: found.currency ?? null };
    context.out.answer({ ...found, ...sides[0], decisions }, () => {
      const parts = [
        factsTable(withMoney(found), layout),
        ...sides.flatMap((side) => [sideText('left', side, layout, of), sideText('right', side, layout, of)]),
        ...sides.flatMap(
          ({ evidence, runners_up }) =>
            factsTable({ evidence: evidence ?? null, runners_up: runners_up ?? null }, layout) || [],
        ),
        decisionsText(found, decisions, layout, context.command),
      ];
      return `${parts.join('\n\n')}\n`;
    });
    return 0;
  } finally {
    snapshots.close();
  }
}
