import { z } from 'zod';
import { baseUrl, secretSource } from '../../domain/configuration-fields.ts';

const payout = z.strictObject({
  base_url: baseUrl.describe("The payout service's address; its path ends in /api."),
  api_key: secretSource.describe('Where the API key is.'),
  api_secret: secretSource.describe('Where the API secret is. It signs requests and is never sent.'),
  approval_deadline: z
    .enum(['later_of_both', 'next_noon', 'noon_of_next_day'])
    .default('later_of_both')
    .describe(
      'When a pending allocation is overdue: at the first noon (Malaysia time) after the request, at noon of the day after it, or at the later one.',
    ),
});

/** The payout service's key in a company's configuration. */
export const payoutConfiguration = {
  payout: payout.optional().describe('The payout service. Leave it out when this company does not pay out.'),
};

export type PayoutSection = z.infer<z.ZodObject<typeof payoutConfiguration>>;
