import { existsSync } from 'node:fs';
import { isDistinct } from '../../privacy/findable.ts';
import { normalValue } from '../../privacy/pseudonym.ts';
import { readRows, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { openSnapshot } from '../../warehouse/open.ts';

/**
 * What is known of a person by the values that were given: also those that nobody else has; those that others share; and those
 * that are not distinct enough to be replaced without being given.
 */
export type Person = { values: string[]; shared: string[]; leftOut: string[] };

/** Records with several values of one person each. */
const records = [
  'select distinct customer_name as a, customer_email as b, null as c from core.payment',
  'select distinct customer_name, customer_email, null from core.merchant_order',
  'select distinct name, account_number, null from core.recipient',
  'select distinct paid_name, paid_account_number, email from core.payout',
];

const valuesOf = ({ a, b, c }: WarehouseRow): string[] =>
  [a, b, c].flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value] : []));

/** Finds the values that published records have together with the given ones. A value that a record of another person has is shared. */
export async function personOf(
  snapshot: string,
  given: readonly string[],
  isReplacement: (value: string) => boolean,
): Promise<Person> {
  const keys = new Set(given.map(normalValue));
  if (!existsSync(snapshot)) return { values: [...given], shared: [], leftOut: [] };
  const { connection, close } = await openSnapshot(snapshot);
  try {
    const linked = new Map<string, string>();
    const others = new Set<string>();
    for (const row of await readRows(connection, records.join(' union '))) {
      const values = valuesOf(row);
      const isTheirs = values.some((value) => keys.has(normalValue(value)));
      for (const value of values) {
        const normal = normalValue(value);
        if (!isTheirs) others.add(normal);
        else if (!keys.has(normal) && !isReplacement(value)) linked.set(normal, value);
      }
    }
    const own = [...linked].flatMap(([normal, value]) => (others.has(normal) ? [] : [value]));
    return {
      values: [...given, ...own.filter(isDistinct)],
      shared: [...linked].flatMap(([normal, value]) => (others.has(normal) ? [value] : [])),
      leftOut: own.filter((value) => !isDistinct(value)),
    };
  } finally {
    close();
  }
}
