import { z } from 'zod';

/** An entry of the ground truth. `key` is the key of the reported item, or of one of the two records in it. */
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
