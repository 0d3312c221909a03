import { TieoutError } from '../../domain/tieout-error.ts';
import { readRows, textOf } from '../../warehouse/duckdb-values.ts';
import { openSnapshot, openUnpublished, type Warehouse } from '../../warehouse/open.ts';

/** What may not change when somebody is forgotten. */
const figures: Readonly<Record<string, string>> = {
  controls:
    'select company, business_date, currency, control, subject, state, is_decided, difference from mart.control',
  verdicts: 'select * exclude (reason) from mart.verdict',
  items: 'select reconciliation, business_date, currency, outcome, reason_code, right_minus_left from mart.item',
};

function changed(name: string, path: string): TieoutError {
  return new TieoutError({
    code: 'FORGET_CHANGES_FIGURES',
    message: `Without the values, the ${name} would not be as they are. Nothing has been changed.`,
    remedy:
      'Run `tieout rebuild` first, so that what is published is what this configuration gives. If it is the same afterwards, one of the values is also something that figures are made from (a status, an order number) or is in a signed callback: give another one.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** The number of rows and the sum of their hashes, which needs no memory for the rows and does not depend on their order. */
async function fingerprint({ connection, close }: Warehouse, sql: string): Promise<string> {
  try {
    const [row = {}] = await readRows(
      connection,
      `select count(*) || ' ' || coalesce(sum(hash(each)), 0) as fingerprint from (${sql}) as each`,
    );
    return textOf(row, 'fingerprint');
  } finally {
    close();
  }
}

/**
 * Compares the figures of what is published with those of a warehouse that nothing has open. The records that an item matches are not compared:
 * their keys may be among the values. Throws FORGET_CHANGES_FIGURES.
 */
export async function proveSameFigures(before: string, after: string): Promise<void> {
  for (const [name, sql] of Object.entries(figures))
    if ((await fingerprint(await openSnapshot(before), sql)) !== (await fingerprint(await openUnpublished(after), sql)))
      throw changed(name, before);
}
