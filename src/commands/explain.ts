import { dataPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { requirePublished, rowsTable, toJson } from './sql.ts';

/**
 * `tieout explain ANYTHING`: the life of a reference, a number, an amount or an item across every source, with file and
 * line; for each record each matching pass with its reason for taking or leaving it, and every other record that was
 * considered, with what is the same, what differs and by how much.
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
        message: `Nothing is known of "${text}".`,
        remedy:
          'Give a reference, the number of a record, an amount such as 51.90, or an item’s id as it stands in a report.',
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
    if (context.isJson) context.out.write(`${toJson({ story, passes, considered })}\n`);
    else {
      context.out.write(`${rowsTable(story)}\n`);
      if (passes.length > 0) context.out.write(`\nHow it was matched\n${rowsTable(passes)}\n`);
      if (considered.length > 0) context.out.write(`\nWhich others were considered\n${rowsTable(considered)}\n`);
    }
    return 0;
  } finally {
    snapshot.close();
  }
}
