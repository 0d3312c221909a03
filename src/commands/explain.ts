import { dataPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readRows, type WarehouseRow, type WarehouseValue } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { moneyText, rowLayout, rowsTable } from './row-text.ts';
import { requirePublished } from './sql.ts';

function withCurrency(amount: WarehouseValue | undefined, currency: WarehouseValue | undefined): string | null {
  return typeof amount === 'string' ? `${String(currency)} ${moneyText(amount, currency)}` : null;
}

const recordRow = (row: WarehouseRow): WarehouseRow => ({
  at: row.happened_at ?? null,
  source: row.source ?? null,
  key: row.key ?? null,
  reference: row.reference ?? null,
  amount: withCurrency(row.amount, row.currency),
  what: row.what ?? null,
  file: row.line === null ? (row.file ?? null) : `${String(row.file)}:${String(row.line)}`,
  received: row.known_at ?? null,
});

const passRow = (row: WarehouseRow): WarehouseRow => ({
  reconciliation: row.reconciliation ?? null,
  side: row.side ?? null,
  record: row.record_key ?? null,
  pass: row.pass ?? null,
  result: row.result ?? null,
  why: row.why ?? null,
});

const candidateRow = (row: WarehouseRow): WarehouseRow => ({
  reconciliation: row.reconciliation ?? null,
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

/**
 * `tieout explain ANYTHING`: every record of a reference, a number, an amount or an item in all sources, with file and
 * line; how each match pass treated each record; and the candidates, with what is equal, what differs and by how much.
 */
export async function runExplainCommand(text: string, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { published } = dataPaths(config.data_dir);
  requirePublished(published);
  const snapshot = await openSnapshot(published);
  try {
    const story = await readRows(snapshot.connection, 'from recon.story($text)', { text });
    if (story.length === 0) {
      throw new TieoutError({
        code: 'NOTHING_KNOWN',
        message: `Nothing is known about "${text}".`,
        remedy: 'Give a reference, the number of a record, an amount such as 51.90, or the id of an item in a report.',
        exitStatus: 2,
      });
    }
    const keys = [...new Set([text, ...story.map(({ key }) => key)])].filter((key) => typeof key === 'string');
    const passes = await readRows(snapshot.connection, `from recon.match_explained(from_json($keys, '["VARCHAR"]'))`, {
      keys: JSON.stringify(keys),
    });
    const considered = await readRows(
      snapshot.connection,
      `from recon.match_considered(from_json($keys, '["VARCHAR"]'))`,
      { keys: JSON.stringify(keys) },
    );
    const layout = rowLayout(config, context);
    context.out.answer({ story, passes, considered }, () => {
      const parts = [rowsTable(story.map(recordRow), layout, { minor: ['key', 'received'] })];
      // a pass that comes after the match has nothing to say
      const asked = passes.filter(({ result }) => result !== 'not asked');
      if (asked.length > 0)
        parts.push(`Match passes\n${rowsTable(asked.map(passRow), layout, { minor: ['record', 'side'] })}`);
      if (considered.length > 0)
        parts.push(`Candidates\n${rowsTable(considered.map(candidateRow), layout, { minor: ['record', 'side'] })}`);
      return `${parts.join('\n\n')}\n`;
    });
    return 0;
  } finally {
    snapshot.close();
  }
}
