import { createHmac, timingSafeEqual } from 'node:crypto';
import { EPOCH_TOLERANCE_SECONDS } from './choices.ts';
import { badRequest, type Problem, unauthorized } from './problem.ts';

export type Credentials = { apiKey: string; apiSecret: string };
type Headers = Record<string, string | string[] | undefined>;

/** hex( HMAC-SHA512( key = API Secret, message = epoch followed by the API Key ) ), lower case. */
export function checksumOf(epoch: string, { apiKey, apiSecret }: Credentials): string {
  return createHmac('sha512', apiSecret).update(`${epoch}${apiKey}`).digest('hex');
}

/**
 * Checks a request's three headers; undefined if they are valid. The order of the checks: the Authorization header (401),
 * missing or malformed headers (400), an epoch outside the window (401), the checksum (401). `now` is the server's time in
 * milliseconds. The window is in whole seconds and includes both ends.
 */
export function refusalOf(headers: Headers, credentials: Credentials, now: number): Problem | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(single(headers.authorization) ?? '')?.[1];
  if (bearer === undefined || !isSame(bearer, credentials.apiKey))
    return unauthorized('the Authorization header is not Bearer and the API key');

  const epoch = single(headers.epoch);
  const checksum = single(headers.checksum);
  if (epoch === undefined || !/^\d{1,15}$/.test(epoch))
    return badRequest('the epoch header is not a number of seconds');
  if (checksum === undefined || !/^[0-9a-f]+$/i.test(checksum))
    return badRequest('the checksum header is not hexadecimal');

  const ahead = Number(epoch) - Math.floor(now / 1000);
  if (Math.abs(ahead) > EPOCH_TOLERANCE_SECONDS) {
    const direction = ahead > 0 ? 'after' : 'before';
    return unauthorized(
      `the epoch is ${Math.abs(ahead)} s ${direction} the server's time; ${EPOCH_TOLERANCE_SECONDS} s are allowed`,
    );
  }
  if (isSame(checksum.toLowerCase(), checksumOf(epoch, credentials))) return undefined;
  return unauthorized('the checksum is not the HMAC-SHA512 of epoch and API key under the API secret');
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? undefined : value);

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'comparison').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
