import type { Progress } from '../../domain/progress.ts';
import { newReceiptFacts, type ReceiptFacts } from '../../domain/receipt.ts';
import type { Landing } from '../../landing/landing.ts';
import { shownQuery } from '../http/redact.ts';
import type { RequestSubject } from '../http/request-record.ts';
import type { AskedAgain, ReadScope, Window } from '../windows.ts';
import type { GatewayAccess, GatewayAnswer } from './client.ts';
import type { StatementFormat } from './plan.ts';
import type { PollOptions } from './statements.ts';

/** The context for reading the gateway. */
export type GatewayExtract = {
  access: GatewayAccess;
  landing: Landing;
  scope: ReadScope;
  /** The formats of statements: the format of record, and optionally one to compare it with. */
  formats: readonly StatementFormat[];
  poll: PollOptions;
  askedAgain: AskedAgain;
  progress: Progress;
};

/** The facts of a receipt that has just arrived from the gateway. */
export function gatewayFacts(
  company: string,
  kind: string,
  window: Window,
  currency: string | null,
  request: ReceiptFacts['request'] = null,
): ReceiptFacts {
  return newReceiptFacts({
    source: 'gateway',
    kind,
    company,
    request,
    currency,
    window_from: window.from.toString(),
    window_to: window.to.toString(),
    ext: 'json',
    content_type: 'application/json',
  });
}

/** The request of an answer, as the index keeps it: without headers and secrets. */
export function requestOf({ path, query }: GatewayAnswer, method: 'GET' | 'POST'): ReceiptFacts['request'] {
  return { method, path, query: shownQuery(query) };
}

/** Access whose requests are recorded as being about a window and a currency. */
export function accessAbout(
  access: GatewayAccess,
  { from, to }: Window,
  subject: Pick<RequestSubject, 'currency' | 'statement'>,
): GatewayAccess {
  return { ...access, about: { ...subject, window_from: from.toString(), window_to: to.toString() } };
}
