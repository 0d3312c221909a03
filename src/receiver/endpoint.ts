import type { SigningKey } from '../connectors/connector.ts';
import { type Clock, timestamp } from '../domain/clock.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
import { openDeliveryLog } from './delivery-log.ts';
import { openKeyRing } from './key-ring.ts';
import { count, labelled, type Metrics } from './metrics.ts';
import { openRefusedLog } from './refused-log.ts';

/**
 * kept: on disk. not_signed: no key that the service names verifies the signature. not_text: signed, and not UTF-8. not_ready: the service
 * could not be asked for its keys yet. not_kept: the disk failed.
 */
export type Outcome = 'kept' | 'not_signed' | 'not_text' | 'not_ready' | 'not_kept';

/** The headers of a delivery that count. */
type DeliveryHeaders = { signature: string | undefined; eventType: string | undefined };

/** The deliveries of one kind that one company receives, at POST /<path>/<company>. */
export type Endpoint = {
  company: string;
  path: string;
  /** Returns after a delivery is on disk, or says why it is not. */
  receive(body: Buffer, headers: DeliveryHeaders): Promise<Outcome>;
  /** Asks the service for its keys where that is due, and records that the receiver listens; called every few seconds. */
  tick(): Promise<void>;
  /** Whether deliveries are kept, and otherwise what is in the way. */
  state(): EndpointState;
  close(): Promise<void>;
};

type EndpointState = 'ready' | 'without keys' | 'not writable';

type EndpointTerms = {
  company: string;
  path: string;
  kind: string;
  digest: 'sha256' | 'sha512';
  /** The folder of the company's segments. */
  folder: string;
  /** Asks the service for its keys. */
  keys(): Promise<SigningKey[]>;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Called for each delivery with a wrong signature. */
  refused(company: string): void;
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a body; undefined where it is not UTF-8. */
function textOf(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/** Opens an endpoint; nothing is written before the keys of the service are known. */
export function openEndpoint(terms: EndpointTerms): Endpoint {
  const { company, path, kind, digest, folder, clock, log, metrics } = terms;
  const address = `/${path}/${company}`;
  const ring = openKeyRing(digest, terms.keys, (error) => {
    const { code, remedy, message, place } =
      error instanceof TieoutError
        ? error
        : { code: 'UNEXPECTED', remedy: '', message: String(error), place: undefined };
    const where = place?.file ?? place?.key;
    log.error(`Keys for ${address}: ${where === undefined ? '' : `${where}: `}${message} ${remedy}`, { company, code });
  });
  const keepRefused = openRefusedLog(folder);
  const kept = openDeliveryLog(folder, { company, kind }, ring.named, clock);

  let state: EndpointState = 'without keys';
  const becomes = (next: EndpointState) => {
    if (state !== next && next === 'ready') log.info(`${address} is ready: ${ring.named().length} keys`, { company });
    state = next;
  };

  /** Logs why a line could not be written, once until one can be written again: a full disk would fill the log, too. */
  function notKept(cause: unknown): 'not_kept' {
    const remedy = 'Make room, or correct the owner of the folder; the service delivers again.';
    if (state !== 'not writable')
      log.error(`Nothing can be kept of ${address} in ${folder}: ${String(cause)}. ${remedy}`, { company });
    becomes('not writable');
    return 'not_kept';
  }

  async function received(body: Buffer, { signature = '', eventType }: DeliveryHeaders): Promise<Outcome> {
    if (ring.named().length === 0) return 'not_ready';
    const delivery = { received_at: timestamp(clock), signature, event_type: eventType ?? null };
    const signed_by = await ring.signerOf(body, signature);
    const text = textOf(body);
    if (signed_by !== undefined && text !== undefined)
      return kept.append({ ...delivery, signed_by, body: text }).then(() => 'kept' as const, notKept);
    const reason = signed_by === undefined ? 'not_signed' : 'not_text';
    if (reason === 'not_signed') terms.refused(company);
    await keepRefused({ ...delivery, path, reason, body }).catch(notKept);
    return reason;
  }

  return {
    company,
    path,
    receive: async (body, headers) => {
      const outcome = await received(body, headers);
      count(metrics, 'deliveries_total', { company, path, outcome });
      if (outcome === 'kept')
        metrics.set(labelled('last_kept_seconds', { company, path }), Math.floor(Date.now() / 1000));
      return outcome;
    },
    tick: async () => {
      await ring.ask();
      if (ring.named().length === 0) becomes('without keys');
      else await kept.listening().then(() => becomes('ready'), notKept);
    },
    state: () => state,
    close: () => kept.close().catch((cause: unknown) => void notKept(cause)),
  };
}
