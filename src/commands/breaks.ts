import { dataPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openSnapshot, type Warehouse } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { requirePublished, rowsTable, toJson } from './sql.ts';

export type BreaksOptions = {
  company?: string;
  currency?: string;
  reconciliation?: string;
  outcome?: string;
  status?: string;
  over?: string;
  olderThan?: string;
};

/** Shown one above the other, because one item has more to tell than a line holds. */
export function factsTable(row: WarehouseRow): string {
  const facts = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `  ${name.replaceAll('_', ' ').padEnd(width)}  ${String(value)}`).join('\n');
}

function optionWrong(option: string, given: string, wanted: string): TieoutError {
  return new TieoutError({
    code: 'OPTION_WRONG',
    message: `${option} ${given} is not ${wanted}.`,
    remedy: `Give ${option} as ${wanted}; tieout breaks --help shows an example.`,
    exitStatus: 2,
  });
}

async function list({ connection }: Warehouse, options: BreaksOptions): Promise<WarehouseRow[]> {
  const { over, olderThan, status = 'undecided' } = options;
  if (over !== undefined && !/^\d+(\.\d{1,4})?$/.test(over)) throw optionWrong('--over', over, 'an amount');
  if (olderThan !== undefined && !/^\d+$/.test(olderThan))
    throw optionWrong('--older-than', olderThan, 'a number of days');
  return readRows(
    connection,
    `select break_id, company, business_date, currency, reconciliation, outcome, amount, age_days, expected_on, becomes_break_on, status, reason
     from mart.break
     where company = coalesce($company, company)
       and currency = coalesce($currency, currency)
       and reconciliation = coalesce($reconciliation, reconciliation)
       and outcome = coalesce($outcome, outcome)
       and ($status in ('all', status) or ($status = 'undecided' and status in ('open', 'awaiting_approval')))
       and ($over is null or abs(amount) > $over::decimal(38, 4))
       and age_days > coalesce($older_than::integer, -1)
     order by business_date, company, currency, reconciliation, break_id`,
    {
      company: options.company ?? null,
      currency: options.currency ?? null,
      reconciliation: options.reconciliation ?? null,
      outcome: options.outcome ?? null,
      status,
      over: over ?? null,
      older_than: olderThan ?? null,
    },
  );
}

/** The one item that begins with an id (BREAK_UNKNOWN), with both sides, and every decision on it. */
async function one({ connection }: Warehouse, id: string) {
  const bound = { id: id.toLowerCase() };
  const breaks = await readRows(
    connection,
    'select * from mart.break where starts_with(break_id, substr($id, 1, 12)) order by break_id limit 2',
    bound,
  );
  const [found] = breaks;
  if (found === undefined || breaks.length > 1) {
    throw new TieoutError({
      code: 'BREAK_UNKNOWN',
      message: found === undefined ? `There is no item ${id}.` : `More than one item begins with ${id}.`,
      remedy: '`tieout breaks --status all` lists them all.',
      exitStatus: 2,
    });
  }
  const key = { id: String(found.break_id) };
  const sides = await readRows(
    connection,
    `select left_label, left_key, left_reference, left_amount, left_at, left_file, left_line_no,
       right_label, right_key, right_reference, right_amount, right_at, right_file, right_line_no, evidence, runners_up
     from mart.item where break_id = $id`,
    key,
  );
  const decisions = await readRows(
    connection,
    `select decided_at, decision, author, reason_code, note, evidence, amount, expires_on, is_in_force, is_stale, decision_id, concerns
     from mart.decision where break_id = $id order by decided_at, decision_id`,
    key,
  );
  return { found, sides, decisions };
}

/** `tieout breaks [ID]`: what is open, filtered; or one item with everything that is known about it. */
export async function runBreaksCommand(
  id: string | undefined,
  options: BreaksOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { published } = dataPaths(config.data_dir);
  requirePublished(published);
  const snapshot = await openSnapshot(published);
  try {
    if (id === undefined) {
      const rows = await list(snapshot, options);
      context.out.write(context.isJson ? `${toJson(rows)}\n` : `${rowsTable(rows)}\n`);
      return 0;
    }
    const { found, sides, decisions } = await one(snapshot, id);
    if (context.isJson) context.out.write(`${toJson({ ...found, ...sides[0], decisions })}\n`);
    else {
      context.out.write(`${factsTable(found)}\n`);
      for (const side of sides) context.out.write(`\n${factsTable(side)}\n`);
      context.out.write(decisions.length === 0 ? '\nNobody has decided it yet.\n' : `\n${rowsTable(decisions)}\n`);
    }
    return 0;
  } finally {
    snapshot.close();
  }
}
