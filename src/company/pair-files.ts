import { kindOfList } from '../connectors/files/lists.ts';
import { type Pair, sidesOfPairs } from '../connectors/files/pairs.ts';
import { defaultPasses } from '../reconcile/matching/default-passes.ts';
import { sqlText } from '../warehouse/duckdb-values.ts';
import { type OwnFile, ownNameTaken } from '../warehouse/own-files.ts';

const originOf = (name: string) => `books.pairs: ${name}`;

/** Whether a reconciliation is that of a pair. */
export const isPair = ({ name, origin }: { name: string; origin: string }): boolean => origin === originOf(name);

type Side = { name: string; source: string; title: string };

/** The input of a side, and what people call it. */
function sideOf(name: string): Side {
  const title = sidesOfPairs.get(name);
  if (title !== undefined) return { name, source: name, title };
  const words = name.replaceAll('_', ' ');
  return { name, source: kindOfList(name), title: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}

/** The statement that removes the current records of a side whose keys a query gives. */
function removal({ name, source }: Side, keys: string): string {
  if (source === 'bank') return `delete from core.bank_line where known_to is null and bank_line_key in (${keys})`;
  if (source === 'orders') return `delete from core.merchant_order where known_to is null and order_id in (${keys})`;
  if (source === 'statement') return `delete from core.payment where known_to is null and payment_key in (${keys})`;
  return `delete from core.list_line where known_to is null and list = ${sqlText(name)} and list_line_key in (${keys})`;
}

function reconciliationText(pair: Pair, left: Side, right: Side): string {
  const { name, days_after, days_before } = pair;
  const sides = pair.unmatched === 'both' ? "['left', 'right']" : `['${pair.unmatched}']`;
  const values = [name, left.source, right.source, left.title, right.title].map(sqlText);
  return [
    `-- name: ${name}`,
    `-- title: ${pair.title ?? `${left.title} to ${right.title.charAt(0).toLowerCase()}${right.title.slice(1)}`}`,
    '-- kind: match',
    `-- left: ${left.title}`,
    `-- right: ${right.title}`,
    '-- grain: one match, or one record of one side alone',
    `-- needs: ${left.source}, ${right.source}`,
    `-- meaning: ${left.title} and ${right.title} disagree.`,
    '-- action: Find the record on the other side, or correct the list that is wrong.',
    '-- order: 90',
    ...(pair.passes ?? defaultPasses).map((pass) => `-- pass: ${pass}`),
    '-- reason: awaited | timing | The record is expected on the other side. | No action yet.',
    `-- reason: right_missing | missing_right | The record is only in ${left.title}. | Ask why it did not arrive.`,
    `-- reason: left_missing | missing_left | The record is only in ${right.title}. | Find out what it is for.`,
    `-- reason: left_unknown | missing_left | The record may belong to one from before the files of ${left.title}. | Compare it with earlier files, and accept it if it does.`,
    '-- reason: amount_differs | amount_differs | The records belong together, and their amounts differ. | Collect or book the difference.',
    '-- reason: several_fit | suggested | The records may belong together. | Compare them, and confirm it with `tieout decide accept`.',
    `create or replace macro recon.${name}(period_start, period_end) as table (`,
    `  from recon.pair_item(${values.join(', ')}, ${days_after}, ${days_before}, ${sides}, period_start, period_end)`,
    ');',
  ].join('\n');
}

function recordText(pair: Pair, left: Side, right: Side): string {
  const { name, sign, days_after, days_before, left_text = '', right_text = '' } = pair;
  const texts = [left.source, right.source, left_text, right_text].map(sqlText);
  const values = [...texts, sign === 'opposite', Math.max(days_after, days_before)];
  return [
    `create or replace macro recon.${name}_record(period_start, period_end) as table (`,
    `  from recon.pair_record(${values.join(', ')}, period_start, period_end)`,
    ');',
  ].join('\n');
}

/** The days on which a text of the pair is that of no line; only for pairs with a text. */
function unprovenText({ name, left_text = '', right_text = '' }: Pair, left: Side, right: Side): string {
  const values = [left.source, right.source, left_text, right_text, left.title, right.title].map(sqlText);
  return [
    `create or replace macro recon.${name}_unproven(period_start, period_end) as table (`,
    `  from recon.pair_unproven(${values.join(', ')}, period_start, period_end)`,
    ');',
  ].join('\n');
}

/** A corruption that the reconciliation has to find: a record of a match is removed, whose partner is then an item. */
function corruptionText({ name, unmatched, days_after, days_before }: Pair, left: Side, right: Side): string {
  const [removed, side, other, days] =
    unmatched === 'left' ? [right, 'right', 'left', days_after] : [left, 'left', 'right', days_before];
  const keys = [
    `select ${side}_key from recon.item`,
    `  where reconciliation = ${sqlText(name)} and outcome = 'matched' and ${other}_key is not null`,
    `    and business_date >= $period_start::date and business_date < $period_end::date - ${days}`,
    '  order by business_date desc, item_key limit 1',
  ].join('\n');
  return [
    `-- fires: ${name} | missing_${side} | ${side}_missing`,
    `-- corrupts: a record of ${removed.title} that is matched is missing`,
    removal(removed, keys),
  ].join('\n');
}

/**
 * The reconciliations of a company's pairs, in the form of a user's own files: they are checked, recorded with each run and shown as
 * those are. Throws OWN_NAME_TAKEN where an own file has the name of a pair.
 */
export function pairFiles(pairs: readonly Pair[], configuration: string, own: readonly OwnFile[]): OwnFile[] {
  return pairs.flatMap((pair) => {
    const [left, right] = [sideOf(pair.left), sideOf(pair.right)];
    const file = (kind: OwnFile['kind'], name: string, text: string): OwnFile => ({
      kind,
      name,
      text,
      path: configuration,
      origin: originOf(pair.name),
    });
    const files = [
      file('reconciliation', pair.name, reconciliationText(pair, left, right)),
      file('reconciliation', `${pair.name}_record`, recordText(pair, left, right)),
      ...(pair.left_text === undefined && pair.right_text === undefined
        ? []
        : [file('reconciliation', `${pair.name}_unproven`, unprovenText(pair, left, right))]),
      file('selftest', `${pair.name}_removed`, corruptionText(pair, left, right)),
    ];
    for (const { kind, name } of files) {
      const other = own.find((one) => one.kind === kind && one.name === name);
      if (other !== undefined)
        throw ownNameTaken(other, `${name} belongs to the pair ${pair.name} of the configuration`);
    }
    return files;
  });
}
