import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { type PayoutAccess, readPayout } from './client.ts';

const identified = z.looseObject({ id: z.int() });

export const recipientPath = (id: number) => `/send/bank_accounts/${id}`;

/**
 * The current record of one recipient (payout-service.md › Bank account). A deleted recipient may be missing from the list
 * and still be readable, with `deleted_at` set. RECIPIENT_UNKNOWN when the service does not know the id.
 */
export async function readRecipient(access: PayoutAccess, id: number): Promise<Buffer> {
  try {
    const answer = await readPayout(access, recipientPath(id), new URLSearchParams());
    recordOf(identified, answer.json, 'bank account', answer);
    return answer.body;
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'PAYOUT_NOT_FOUND') throw error;
    throw new TieoutError({
      code: 'RECIPIENT_UNKNOWN',
      message: `The payout service does not know recipient ${id}.`,
      remedy: 'Ask the payout service which bank account was paid.',
      place: error.place,
      exitStatus: 4,
      cause: error,
    });
  }
}
