import type { Progress } from '../../domain/progress.ts';
import { newReceiptFacts, type ReceiptFacts } from '../../domain/receipt.ts';
import type { Landing } from '../../landing/landing.ts';
import type { AskedAgain, ReadScope } from '../windows.ts';
import type { PayoutAccess } from './client.ts';

/** What reading the payout service needs. */
export type PayoutExtract = {
  access: PayoutAccess;
  landing: Landing;
  scope: ReadScope;
  askedAgain: AskedAgain;
  progress: Progress;
};

/** The facts of a receipt that has just arrived from the payout service. */
export function payoutFacts(
  company: string,
  kind: string,
  request: ReceiptFacts['request'],
  page: Partial<ReceiptFacts> = {},
): ReceiptFacts {
  return newReceiptFacts({
    ...{ source: 'payout', kind, company, request, ext: 'json', content_type: 'application/json' },
    ...page,
  });
}
