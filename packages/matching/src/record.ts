export type Side = 'left' | 'right';

/** A record as it is weighed: signed amounts in ten-thousandths of the currency's unit, days since 2000-01-01, texts as words and numbers. */
export type WeighedRecord = {
  key: string;
  side: Side;
  amount: number;
  /** The stated fee in ten-thousandths, or null. */
  fee: number | null;
  day: number;
  /** The words that may name somebody: of the counterparty or, without one, of the description. Each once, in capitals. */
  names: readonly string[];
  /** Whether its names are those of a counterparty. */
  hasCounterparty: boolean;
  /** The words of the description. */
  words: readonly string[];
  /** What may refer to something in all texts: numbers and codes. */
  numbers: readonly string[];
  /** The same in its own reference alone. */
  own: readonly string[];
  /** Short numbers in the description that may name a place, such as a shop. */
  marks: readonly string[];
};

/** The side and key of a record, as runners-up are named. */
export const nameOf = ({ side, key }: WeighedRecord): string => `${side}:${key}`;

/** The records by each of the values that `valuesOf` gives for them. */
export function groupBy<K>(
  records: Iterable<WeighedRecord>,
  valuesOf: (record: WeighedRecord) => Iterable<K>,
): Map<K, WeighedRecord[]> {
  const groups = new Map<K, WeighedRecord[]>();
  for (const record of records)
    for (const value of valuesOf(record)) {
      const group = groups.get(value);
      if (group === undefined) groups.set(value, [record]);
      else group.push(record);
    }
  return groups;
}
