import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Effect } from './fault.ts';

/** The number of bytes after which a stream is cut by default, because its length is unknown. */
const DEFAULT_CUT = 1000;

/** Applies an effect to the bytes of a body: a text, a buffer or a stream. Anything else is returned unchanged. */
export function alterBytes(payload: unknown, effect: Effect, reply: FastifyReply): unknown {
  if (effect.kind === 'drip' && (typeof payload === 'string' || payload instanceof Readable))
    return Readable.from(dripping(Readable.from(payload), effect.milliseconds));
  if (effect.kind !== 'cut_off' && effect.kind !== 'truncate' && effect.kind !== 'corrupt') return payload;
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    const bytes = Buffer.from(payload);
    if (effect.kind === 'corrupt') return corrupted(bytes);
    const keep = Math.min(effect.at_byte ?? Math.floor(bytes.length / 2), bytes.length);
    if (effect.kind === 'cut_off') {
      void reply.header('content-length', bytes.length);
      return Readable.from(breakingOff(Readable.from([bytes]), keep));
    }
    void reply.header('content-length', keep);
    return bytes.subarray(0, keep);
  }
  if (!(payload instanceof Readable)) return payload;
  if (effect.kind === 'corrupt') return Readable.from(corruptedStream(payload));
  const keep = effect.at_byte ?? DEFAULT_CUT;
  if (effect.kind === 'cut_off') return Readable.from(breakingOff(payload, keep));
  void reply.removeHeader('content-length');
  return Readable.from(firstBytes(payload, keep));
}

/** Flips bytes in the middle and near the end: a zip no longer opens, a text no longer parses. */
function corrupted(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (const share of [0.4, 0.5, 0.6, 0.95]) {
    const at = Math.floor(copy.length * share);
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ 0xff;
  }
  return copy;
}

async function* corruptedStream(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield corrupted(Buffer.from(chunk));
}

async function* firstBytes(source: Readable, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    if (left <= 0) return;
    yield bytes.subarray(0, left);
    left -= bytes.length;
  }
}

async function* dripping(source: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  for await (const chunk of source)
    for (const byte of Buffer.from(chunk)) {
      await sleep(milliseconds);
      yield Buffer.of(byte);
    }
}

async function* breakingOff(source: Readable, count: number): AsyncGenerator<Buffer> {
  yield* firstBytes(source, count);
  // the delay lets the written bytes leave before the connection is closed
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('cut off on order');
}
