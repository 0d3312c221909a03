import { AsyncLocalStorage } from 'node:async_hooks';
import type { Excess } from '../unpacked-size.ts';

/** The bound of the streams of a document that is being read, and the first excess. The library may swallow the error that is thrown for it. */
export type StreamBound = { excessOf: (bytes: number) => Excess | undefined; found?: Excess };

const boundNow = new AsyncLocalStorage<StreamBound>();

type Stream = { ensureBuffer(size: number): unknown };

const isStream = (value: object): value is Stream =>
  Object.hasOwn(value, 'ensureBuffer') && 'ensureBuffer' in value && typeof value.ensureBuffer === 'function';

/** Bounds all streams of the class from which the class of a stream is derived. Each filter grows its buffer by `ensureBuffer`. */
function boundClassOf(stream: object): void {
  let parent: unknown = Object.getPrototypeOf(stream);
  while (typeof parent === 'object' && parent !== null && !isStream(parent)) parent = Object.getPrototypeOf(parent);
  if (typeof parent !== 'object' || parent === null || !isStream(parent)) throw new Error('unpdf has other streams');
  const { ensureBuffer } = parent;
  parent.ensureBuffer = function (this: Stream, size: number) {
    const bound = boundNow.getStore();
    const excess = bound?.excessOf(size);
    if (bound === undefined || excess === undefined) return ensureBuffer.call(this, size);
    bound.found ??= excess;
    throw new RangeError(excess.message);
  };
}

const field = 'minBufferLength';

/**
 * The library unpacks a stream as a whole, without a limit, and does not export the class that does it: the class is found when its first
 * object sets a field. A document cannot be measured before: its streams may be encrypted, and packed several times.
 */
export function boundStreamsOfLibrary(): void {
  Object.defineProperty(Object.prototype, field, {
    configurable: true,
    set(this: object, value: unknown) {
      Reflect.deleteProperty(Object.prototype, field);
      boundClassOf(this);
      Reflect.set(this, field, value);
    },
  });
}

export const withStreamBound = <T>(bound: StreamBound, work: () => Promise<T>): Promise<T> => boundNow.run(bound, work);
