import type { ComparedTexts } from './compared-texts.ts';
import { firstLag, lastLag } from './learned.ts';
import type { WeighedRecord } from './record.ts';

/** The days to the nearest possible partner that a record was not compared with, where the right record is earlier, and where it is not. */
export type Reach = { earlier: number; later: number };

/** The days from left to right that a pass allows. */
export type Window = { before: number; after: number };

/** Whether a record was not compared with a possible partner within a window. */
export const isCutWithin = ({ earlier, later }: Reach, { before, after }: Window): boolean =>
  earlier <= before || later <= after;

function note<K>(reaches: Map<K, Reach>, key: K, { earlier, later }: Reach): void {
  const known = reaches.get(key);
  if (known === undefined) {
    reaches.set(key, { earlier, later });
    return;
  }
  known.earlier = Math.min(known.earlier, earlier);
  known.later = Math.min(known.later, later);
}

/** The reach of records of both sides that were compared with some of their possible partners only. */
export class Reaches {
  readonly #of = new Map<WeighedRecord, Reach>();
  /** For each list of right records that was too long, the reach of the left records of each day. */
  readonly #long = new Map<readonly ComparedTexts[], Map<number, Reach>>();

  /** Notes that a left record was compared with some records of a list only. */
  cut(left: WeighedRecord, list: readonly ComparedTexts[], reach: Reach): void {
    note(this.#of, left, reach);
    const byDay = this.#long.get(list) ?? new Map<number, Reach>();
    this.#long.set(list, byDay);
    note(byDay, left.day, reach);
  }

  /** The reach of each record, with the right records that left ones were not compared with. */
  all(): ReadonlyMap<WeighedRecord, Reach> {
    for (const [list, byDay] of this.#long)
      for (const { record: right } of list)
        for (let lag = firstLag; lag <= lastLag; lag += 1) {
          const reach = byDay.get(right.day - lag);
          if (reach === undefined) continue;
          if (lag >= 0 && lag >= reach.later) note(this.#of, right, { earlier: Number.POSITIVE_INFINITY, later: lag });
          if (lag < 0 && -lag >= reach.earlier)
            note(this.#of, right, { earlier: -lag, later: Number.POSITIVE_INFINITY });
        }
    return this.#of;
  }
}
