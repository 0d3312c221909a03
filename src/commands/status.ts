import { sentenceText } from '../terminal/text-table.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { type MonthState, monthStates } from './closed-months.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { type CompanyState, companyState, stateFields, stateTerms, stateText, worstOfStates } from './current-state.ts';
import { openPublished } from './published.ts';
import { moneyText, rowLayout, rowsTable } from './row-text.ts';
import { readStatusProof, statusProofText } from './status-proof.ts';

/** The queries, by their name in --json. */
const questions = {
  last_runs: {
    title: 'Last runs',
    sql: `select company, period_start as from_day, (period_end - interval 1 day)::date as to_day, known_at
      from recon.run order by known_at desc, company, run_id desc limit 10`,
  },
  companies: {
    title: 'Companies',
    sql: `select company, case when is_test then 'test: not real money' when not is_test then 'live' end as mode, business_days
      from mart.company order by company`,
  },
  newest_verdicts: {
    title: 'Newest verdicts',
    sql: `select company, business_date, currency, verdict, reason
      from mart.verdict order by business_date desc, company, currency limit 14`,
  },
  open_items: {
    title: 'Open items',
    sql: `select company, currency, count(*) as open_items, min(business_date) as oldest_day
      from recon.break_life where closed_on is null group by company, currency order by company, currency`,
  },
  rejected_files: {
    title: 'Rejected files',
    sql: `select company, file_name, load_line, load_code, load_message from core.refused_receipt
      order by received_at desc, company, receipt_id desc limit 10`,
  },
  unusable_decisions: {
    title: 'Decisions that do not count',
    sql: `select company, substr(break_id, 1, 12) as break_id, file_name, code as load_code, reason as load_message from core.unusable_decision
      where is_in_force order by received_at desc, company, receipt_id desc limit 10`,
  },
  pending_decisions: {
    title: 'Decisions that await approval',
    sql: `select company, business_date, break_id, decision, decided_by as author, pending_because, decision_id
      from mart.decision
      where is_pending order by decided_at, decision_id limit 20`,
  },
  unexpected: {
    title: 'Unexpected fields and values of the last 14 days',
    sql: `select company, record, field, value, sum(seen_count)::bigint as seen_count, max(received_at) as received_at
      from mart.unexpected
      where received_at >= (select max(known_at) from recon.run) - interval 14 day
      group by company, record, field, value
      order by company, record, field, value limit 20`,
  },
  input_warnings: {
    title: 'Input warnings',
    sql: `select company, business_date, reason from mart.input_warning order by business_date desc, company, input limit 10`,
  },
  own_reconciliations: {
    title: 'Your own reconciliations',
    sql: `select reconciliation, reconciliation_title as title, kind, origin from mart.reconciliation
      where is_own order by list_order, reconciliation`,
  },
};

/** The undecided causes of the largest amounts of each company and currency. */
const largestOpen = `
  select company, currency, (debit - credit)::decimal(38, 4) as amount, age_days, meaning as reason, what_to_do as action
  from mart.cause
  where is_difference and status = 'open' and debit <> credit
  qualify row_number() over (partition by company, currency order by abs(debit - credit) desc, age_days desc, cause_id) <= 2
  order by company, currency, abs(debit - credit) desc`;

const titles = {
  origin: 'file',
  business_date: 'day',
  from_day: 'from',
  to_day: 'to',
  known_at: 'run at',
  open_items: 'items',
  oldest_day: 'oldest',
  file_name: 'file',
  seen_count: 'seen',
  received_at: 'last received',
  load_line: 'line',
  age_days: 'age',
  load_code: 'error',
  load_message: 'message',
  break_id: 'item',
  pending_because: 'missing',
};

/** A month in a table for people: sealed with its version, or the days that are reconciled. */
const monthRow = ({ company, month, state, version, days, reconciled_days: reconciled, remark }: MonthState) => ({
  company,
  month,
  state: version === null ? state : `${state} (v${version})`,
  reconciled: `${reconciled} of ${days}`,
  remark,
});

/** A verdict in words for people. */
function plainWords(row: WarehouseRow): WarehouseRow {
  return typeof row.verdict === 'string' ? { ...row, verdict: row.verdict.replaceAll('_', ' ') } : row;
}

/**
 * `tieout status`: the state of each company, the proof and its inputs, the last runs, the newest verdicts, open items, missing inputs,
 * and the user's own definitions. With --exit-code it ends with the exit status of the worst company.
 */
export async function run(context: CommandContext, options: { exitCode?: boolean }): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const snapshots = await openPublished(config, config.companies, context, { isUnion: true });
  try {
    const terms = await stateTerms(config, context);
    const states: CompanyState[] = [];
    for (const company of config.companies) states.push(await companyState(company, snapshots, terms));
    const withoutRun = states.flatMap(({ company, days }) =>
      days.flatMap(({ date, outcome }) => (outcome === 'not_run' ? [{ company, business_date: date }] : [])),
    );
    const answers: Record<string, WarehouseRow[]> = {};
    for (const [name, { sql }] of Object.entries(questions)) answers[name] = await snapshots.read(sql);
    const layout = rowLayout(config, context);
    const proof = await readStatusProof(snapshots);
    const months = await monthStates(config, config.companies, snapshots);
    const section = (title: string, rows: readonly WarehouseRow[]) =>
      `${title}\n${rows.length === 0 ? 'None.' : rowsTable(rows.map(plainWords), layout, { titles })}\n`;
    const current_state = states.map(stateFields);
    const largest = await snapshots.read(largestOpen);
    context.out.answer(
      { largest_open: largest, current_state, days_without_run: withoutRun, months, ...proof, ...answers },
      () =>
        [
          section(
            'Largest open amounts',
            largest.map((row) => ({ ...row, amount: moneyText(String(row.amount), row.currency) })),
          ),
          `Current state\n${states.map((state) => sentenceText(stateText(state), layout.width)).join('\n')}\n`,
          section('Days without a run', withoutRun),
          section('Months', months.map(monthRow)),
          statusProofText(proof, layout.width),
          ...Object.entries(questions).map(([name, { title }]) => section(title, answers[name] ?? [])),
        ].join('\n'),
    );
    return options.exitCode === true ? worstOfStates(states) : 0;
  } finally {
    snapshots.close();
  }
}
