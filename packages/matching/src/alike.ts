import { isSimilar, type Word } from './compared-texts.ts';
import type { Rarity } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';

/** Whether two lists of names name the same: each name of the shorter is a name of the other, as far as it is spelt alike. */
function nameTheSame(first: readonly Word[], second: readonly Word[]): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  return short.length > 0 && short.every((word) => long.some((other) => other === word || isSimilar(word, other)));
}

/** Whether two records of one side name the same. */
export const isAlike = (a: WeighedRecord, b: WeighedRecord, { textsOf }: Rarity): boolean =>
  nameTheSame(textsOf(a).identifying, textsOf(b).identifying);

/** Records with the same names. */
type Named = { names: readonly Word[]; records: WeighedRecord[] };

/** The records of a side with one amount by their words. A file may have thousands of one price, so each word is compared with the others once. */
class OneAmount {
  readonly #byWord = new Map<Word, Named[]>();
  readonly #similar = new Map<Word, readonly Word[]>();

  constructor(records: readonly WeighedRecord[], { textsOf }: Rarity) {
    const byNames = new Map<string, Named>();
    for (const record of records) {
      const names = textsOf(record).identifying;
      const key = names.map(({ text }) => text).join(' ');
      const named = byNames.get(key);
      if (named === undefined) byNames.set(key, { names, records: [record] });
      else named.records.push(record);
    }
    for (const named of byNames.values())
      for (const word of named.names) {
        const list = this.#byWord.get(word);
        if (list === undefined) this.#byWord.set(word, [named]);
        else list.push(named);
      }
  }

  #similarTo(word: Word): readonly Word[] {
    const known = this.#similar.get(word);
    if (known !== undefined) return known;
    const similar = [...this.#byWord.keys()].filter((other) => other === word || isSimilar(word, other));
    this.#similar.set(word, similar);
    return similar;
  }

  /** The records that name the same as a list of names, until there are more than `most`. */
  alike(names: readonly Word[], most: number): WeighedRecord[] {
    const seen = new Set<Named>();
    const found: WeighedRecord[] = [];
    for (const word of names)
      for (const similar of this.#similarTo(word))
        for (const named of this.#byWord.get(similar) ?? []) {
          if (seen.has(named)) continue;
          seen.add(named);
          if (nameTheSame(names, named.names)) found.push(...named.records);
          if (found.length > most) return found;
        }
    return found;
  }
}

/** Finds the records of the same side and of an amount that name the same as a record; of more than `most`, some of them. */
export function alikeAmong(
  records: Iterable<WeighedRecord>,
  rarity: Rarity,
): (record: WeighedRecord, amount: number, most?: number) => WeighedRecord[] {
  const byAmount = groupBy(records, ({ amount }) => [amount]);
  const amounts = { left: new Map<number, OneAmount>(), right: new Map<number, OneAmount>() };
  return (record, amount, most = Infinity) => {
    const ofSide = amounts[record.side];
    const known = ofSide.get(amount);
    const one =
      known ??
      new OneAmount(
        (byAmount.get(amount) ?? []).filter(({ side }) => side === record.side),
        rarity,
      );
    if (known === undefined) ofSide.set(amount, one);
    return one.alike(rarity.textsOf(record).identifying, most);
  };
}
