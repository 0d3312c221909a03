import { z } from 'zod';

/** What was planted and must be found, and nothing else: `key` is the item's key, or that of one of its two records. */
export const plantedTruth = z.strictObject({
  reconciliation: z.string(),
  outcome: z.string(),
  reason_code: z.string(),
  currency: z.string(),
  business_date: z.string(),
  key: z.string(),
  amount: z.string(),
  note: z.string(),
});
export type PlantedTruth = z.infer<typeof plantedTruth>;
