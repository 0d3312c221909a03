import { TieoutError } from '../domain/tieout-error.ts';
import { readRows, type WarehouseRow, type WarehouseValue } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { publishedPaths } from './published.ts';
import { moneyText, rowLayout, rowsTable } from './row-text.ts';

function withCurrency(amount: WarehouseValue | undefined, currency: WarehouseValue | undefined): string | null {
  return typeof amount === 'string' ? `${String(currency)} ${moneyText(amount, currency)}` : null;
}

/** The company of a row, where there are several companies. */
const companyOf = ({ company }: WarehouseRow): WarehouseRow => (company === undefined ? {} : { company });

const recordRow = (row: WarehouseRow): WarehouseRow => ({
  ...companyOf(row),
  at: row.happened_at ?? null,
  source: row.source ?? null,
  key: row.key ?? null,
  reference: row.reference ?? null,
  amount: withCurrency(row.amount, row.currency),
  what: row.what ?? null,
  file: row.line === null ? (row.file ?? null) : `${String(row.file)}:${String(row.line)}`,
  received: row.known_at ?? null,
});

/** The name of a reconciliation; for a user's own reconciliation, with its file. */
const reconciliationOf = ({ reconciliation = null, origin }: WarehouseRow) =>
  typeof origin !== 'string' || origin === 'shipped' ? reconciliation : `${String(reconciliation)} (${origin})`;

const passRow = (row: WarehouseRow): WarehouseRow => ({
  ...companyOf(row),
  reconciliation: reconciliationOf(row),
  side: row.side ?? null,
  record: row.record_key ?? null,
  pass: row.pass ?? null,
  result: row.result ?? null,
  why: row.why ?? null,
});

const candidateRow = (row: WarehouseRow): WarehouseRow => ({
  ...companyOf(row),
  reconciliation: reconciliationOf(row),
  side: row.side ?? null,
  record: row.record_key ?? null,
  candidate: row.other_key ?? null,
  reference: row.other_reference ?? null,
  amount: withCurrency(row.other_amount, row.currency),
  day: row.other_on ?? null,
  equal: row.same ?? null,
  difference: withCurrency(row.right_minus_left, row.currency),
  'days later': row.days_later ?? null,
  result: row.result ?? null,
});

type Explanation = { story: WarehouseRow[]; passes: WarehouseRow[]; considered: WarehouseRow[] };

/** What the snapshot of one company has about a text. The macros behind it have parameters, so each company is queried separately. */
async function explainIn(path: string, text: string): Promise<Explanation> {
  const { connection, close } = await openSnapshot(path);
  try {
    const story = await readRows(connection, 'from recon.story($text)', { text });
    if (story.length === 0) return { story, passes: [], considered: [] };
    const known = [...new Set([text, ...story.map(({ key }) => key)])].filter((key) => typeof key === 'string');
    const keys = { keys: JSON.stringify(known) };
    const answers = (macro: string) =>
      readRows(
        connection,
        `select answer.*, reconciliation.origin
         from recon.${macro}(from_json($keys, '["VARCHAR"]')) as answer
         left join recon.reconciliation as reconciliation on reconciliation.reconciliation = answer.reconciliation`,
        keys,
      );
    return { story, passes: await answers('match_explained'), considered: await answers('match_considered') };
  } finally {
    close();
  }
}

/**
 * `tieout explain ANYTHING`: every record of a reference, a number, an amount or an item in all sources, with file and line; how each
 * match pass treated each record; and the candidates, with the equal and different fields and the differences.
 */
export async function runExplainCommand(text: string, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const found: Explanation = { story: [], passes: [], considered: [] };
  for (const [company, path] of publishedPaths(config, config.companies, context)) {
    const own = await explainIn(path, text);
    const named = (rows: WarehouseRow[]) =>
      config.companies.length === 1 ? rows : rows.map((row) => ({ company, ...row }));
    found.story.push(...named(own.story));
    found.passes.push(...named(own.passes));
    found.considered.push(...named(own.considered));
  }
  const { story, passes, considered } = found;
  if (story.length === 0) {
    throw new TieoutError({
      code: 'NOTHING_KNOWN',
      message: `Nothing is known about "${text}".`,
      remedy: 'Give a reference, the number of a record, an amount such as 51.90, or the id of an item in a report.',
      exitStatus: 2,
    });
  }
  const layout = rowLayout(config, context);
  context.out.answer({ story, passes, considered }, () => {
    const parts = [rowsTable(story.map(recordRow), layout, { minor: ['key', 'received'] })];
    // a pass after the match has no result
    const asked = passes.filter(({ result }) => result !== 'already matched');
    if (asked.length > 0)
      parts.push(`Match passes\n${rowsTable(asked.map(passRow), layout, { minor: ['record', 'side'] })}`);
    if (considered.length > 0)
      parts.push(`Candidates\n${rowsTable(considered.map(candidateRow), layout, { minor: ['record', 'side'] })}`);
    return `${parts.join('\n\n')}\n`;
  });
  return 0;
}
