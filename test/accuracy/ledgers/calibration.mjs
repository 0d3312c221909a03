// Whether margins mean what they say: of the pairs of the best assignment, the share that is right by the margin. The pairs are those of
// all records at once, without the passes before, equal in amount or different by a known fee, and not contradicted.

import { readRecords, readStopWords } from '../../../build/reconcile/matching/read-records.js';
import { exactRelations } from '../../../packages/matching/dist/amounts.js';
import { weighedRecord } from '../../../packages/matching/dist/given-record.js';
import { learnScale, matchPairs } from '../../../packages/matching/dist/match-pairs.js';
import { wordsOf } from '../../../packages/matching/dist/text.js';

/** The least margin of each band: the last one is that of a sure pair of the last pass. */
export const bands = [-Infinity, 1, 3.2, 4.6];

/**
 * Pairs and right pairs of the records of recon.match_record by band.
 * @param {ReadonlySet<string>} known the keys of each true match, sorted and joined
 */
export async function calibrationOf(connection, known) {
  const counts = bands.map(() => ({ pairs: 0, right: 0 }));
  const stopWords = new Set(wordsOf(...(await readStopWords(connection))));
  const [partitions, texts] = [new Map(), new Map()];
  for await (const batch of readRecords(connection, 'recon.match_record'))
    for (const { currency, record } of batch) {
      const records = partitions.get(currency) ?? [];
      partitions.set(currency, records);
      records.push(weighedRecord(record, texts));
    }
  for (const records of partitions.values()) {
    const scale = learnScale(records, stopWords);
    for (const { left, right, evidence, margin, isContradicted } of matchPairs(new Set(records), scale)) {
      if (isContradicted || !exactRelations.includes(evidence.relation)) continue;
      const band = counts[bands.findLastIndex((least) => margin >= least)];
      band.pairs += 1;
      if (known.has([left.key, right.key].sort().join())) band.right += 1;
    }
  }
  return counts;
}
