import { ignoreIfKnown, TieoutError } from '../domain/tieout-error.ts';
import type { Finding } from './connector.ts';
import { serverTime } from './http/answer.ts';
import type { HttpClient } from './http/client.ts';

/** Makes one check and returns its result, or the message and remedy of its error. */
export async function checked(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, isOk: true, detail: await look(), fix: null };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return { check, isOk: false, detail: error.message, fix: error.remedy };
  }
}

/**
 * The difference between this machine's clock and a server's, by the Date header of any answer, including a refusal, so it is requested
 * without a key. Empty when the server cannot be reached or sends no time.
 */
export async function clockFinding(
  check: string,
  { http, baseUrl }: { http: HttpClient; baseUrl: string },
  toleranceSeconds: number,
  why: string,
): Promise<Finding[]> {
  const asked = Date.now();
  const answer = await http
    .call({ method: 'GET', url: `${baseUrl}/`, headers: () => ({}), isSafe: true })
    .catch(ignoreIfKnown);
  const server = answer === undefined ? undefined : serverTime(answer);
  if (server === undefined) return [];
  // the answer was made about halfway; its Date leaves out fractions of a second
  const skew = Math.round((asked + Date.now()) / 2000 - server - 0.5);
  const off = Math.abs(skew);
  const isOk = off <= toleranceSeconds;
  const detail = off === 0 ? 'this clock is right' : `this clock is ${off} s ${skew < 0 ? 'behind' : 'ahead'}`;
  const fix = `Set the clock ${skew > 0 ? 'back' : 'forward'} by ${off} s (for example: turn on time synchronisation with \`timedatectl set-ntp true\`): ${why}`;
  return [{ check, isOk, detail, fix: isOk ? null : fix }];
}

/** The findings about a service, given access to it; or the finding that its access is incomplete (a missing secret). */
export async function probed<T>(
  check: string,
  open: () => T,
  look: (access: T) => Promise<Finding[]>,
): Promise<Finding[]> {
  let access: T | undefined;
  const opened = await checked(check, async () => {
    access = open();
    return 'its keys are present';
  });
  return access === undefined ? [opened] : look(access);
}
