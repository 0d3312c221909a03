import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { type PayoutAccess, readPayout } from './client.ts';

const identified = z.looseObject({ id: z.int() });

/**
 * One recipient by its id, as it stands now (payout-service.md › Bank account): one that was deleted may have left the
 * list and still be read, with the instant in `deleted_at`. Undefined where the service knows none of that id.
 */
export async function readRecipient(access: PayoutAccess, id: number) {
  const path = `/send/bank_accounts/${id}`;
  try {
    const { json, body, query, url } = await readPayout(access, path, new URLSearchParams());
    return { path, query, body, record: recordOf(identified, json, 'bank account', url) };
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'PAYOUT_NOT_FOUND') return undefined;
    throw error;
  }
}
