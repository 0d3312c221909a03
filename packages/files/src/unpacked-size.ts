import type { SizeLimits } from './file-terms.ts';

/** Below this size the ratio is not checked, because a small sheet of equal rows compresses very well. */
const ratioFrom = 64 * 1024 ** 2;

const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;

export type Excess = { message: string; remedy: string };

/** Whether a number of bytes is more than the limits allow: the reason, or undefined. `what` is the file or its part. */
export function excess(
  what: string,
  packed: number,
  unpacked: number,
  { largestUnpackedBytes, highestRatio }: SizeLimits,
): Excess | undefined {
  if (unpacked > largestUnpackedBytes)
    return {
      message: `${what} unpacks to ${mebibytes(unpacked)}; the limit is ${mebibytes(largestUnpackedBytes)}.`,
      remedy: 'Export fewer days at once. If the file is right, raise reading.largest_unpacked_mib.',
    };
  if (unpacked > ratioFrom && unpacked > packed * highestRatio)
    return {
      message: `${what} unpacks to ${mebibytes(unpacked)}, ${Math.floor(unpacked / packed).toLocaleString('en')} times its size; the limit is ${highestRatio} times.`,
      remedy: 'Export the file again. If the file is right, raise reading.highest_ratio.',
    };
  return undefined;
}
