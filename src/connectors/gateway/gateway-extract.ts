import { Temporal } from 'temporal-polyfill';
import type { Progress } from '../../domain/progress.ts';
import type { ReceiptFacts } from '../../domain/receipt.ts';
import type { Landing } from '../../landing/landing.ts';
import type { Wanted, Window } from '../plan.ts';
import type { UnexpectedCount } from '../record-schema.ts';
import type { GatewayAccess, GatewayAnswer } from './client.ts';
import type { PollOptions } from './statements.ts';

/** What bringing anything of the gateway to landing needs. */
export type GatewayExtract = {
  access: GatewayAccess;
  landing: Landing;
  wanted: Wanted;
  format: 'csv' | 'xlsx';
  poll: PollOptions;
  /** Receipts up to this one do not count as had: 0, or the end of the index when everything is asked for anew. */
  after: number;
  progress: Progress;
  unexpected: UnexpectedCount;
};

/** What a receipt says of something that came from the gateway just now. */
export function gatewayFacts(
  company: string,
  kind: string,
  window: Window,
  currency: string | null,
  asked: ReceiptFacts['request'] = null,
): ReceiptFacts {
  return {
    source: 'gateway',
    kind,
    company,
    batch_id: null,
    page: null,
    is_last_page: null,
    request: asked,
    currency,
    window_from: window.from.toString(),
    window_to: window.to.toString(),
    received_at: Temporal.Now.instant().round('millisecond').toString(),
    ext: 'json',
    content_type: 'application/json',
    original_name: null,
  };
}

/** The request of an answer as an index may keep it: no header, no secret. */
export function askedFor({ path, query }: GatewayAnswer, method: 'GET' | 'POST'): ReceiptFacts['request'] {
  return { method, path, query };
}
