import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { type PayoutAccess, readPayout } from './client.ts';

const identified = z.looseObject({ id: z.int() });

/**
 * The current record of one recipient (payout-service.md › Bank account). A deleted recipient may be missing from the list
 * and still be readable, with `deleted_at` set. Undefined when the service does not know the id.
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
