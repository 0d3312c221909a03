import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { TieoutError } from '../../domain/tieout-error.ts';

export type Headers = Record<string, string>;

export function plainHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function tooLarge(url: string, limit: number): TieoutError {
  return new TieoutError({
    code: 'ANSWER_TOO_LARGE',
    message: `The answer is larger than ${Math.floor(limit / 1024 ** 2)} MiB, the limit for an answer.`,
    remedy: 'Check that base_url is the address of the service. Nothing of the answer was kept.',
    place: { url },
    exitStatus: 4,
  });
}

export type LeastRate = { leastBytes: number; leastBytesMs: number };

/** The code of an answer that is sent more slowly than the least rate. */
export const drippingCode = 'ANSWER_RATE_TIMEOUT';

/**
 * Ends a body that arrives more slowly than the least rate, twice in succession. Silence ends by the time limit of a body; a body that
 * waits for its reader, such as a slow disk, is not slow.
 */
function requiringRate({ leastBytes, leastBytesMs }: LeastRate): Transform {
  let received = 0;
  let wasSlow = false;
  const timer = setInterval(() => {
    const message = `it sent fewer than ${leastBytes} bytes of its answer in ${leastBytesMs / 1000} s`;
    const isSlow = received > 0 && received < leastBytes && stream.readableLength === 0;
    if (isSlow && wasSlow) stream.destroy(Object.assign(new Error(message), { code: drippingCode }));
    wasSlow = isSlow;
    received = 0;
  }, leastBytesMs);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
  return stream;
}

/**
 * The streams through which a body is read: its rate, then decompression where the server compressed it (file stores do so unrequested),
 * then a count against the limit, so that a small answer cannot become a large one.
 */
export function unpacking(
  headers: Headers,
  url: string,
  { limit, ...rate }: LeastRate & { limit: number },
  onChunk: (chunk: Buffer) => void,
): Transform[] {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(tooLarge(url, limit));
      onChunk(chunk);
      done(null, chunk);
    },
  });
  if (encoding === '' || encoding === 'identity') return [requiringRate(rate), measured];
  if (encoding === 'gzip' || encoding === 'x-gzip') return [requiringRate(rate), createGunzip(), measured];
  if (encoding === 'br') return [requiringRate(rate), createBrotliDecompress(), measured];
  if (encoding === 'deflate') return [requiringRate(rate), createInflate(), measured];
  throw new TieoutError({
    code: 'ANSWER_ENCODING_UNKNOWN',
    message: `The answer uses an unknown compression: ${encoding.slice(0, 40)}.`,
    remedy: 'A proxy compresses answers although no compression was requested: remove it or change its settings.',
    place: { url },
    exitStatus: 4,
  });
}

/** A whole body in memory, up to the limit. */
export async function readBody(
  { headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>,
  url: string,
  bounds: LeastRate & { limit: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stages = unpacking(plainHeaders(headers), url, bounds, (chunk) => chunks.push(chunk));
  const end = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline([body, ...stages, end]);
  return Buffer.concat(chunks);
}
