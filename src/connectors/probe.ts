import { TieoutError } from '../domain/tieout-error.ts';
import { callGateway, type GatewayAccess } from './gateway/client.ts';
import { companyStatementList } from './gateway/schemas.ts';
import { fetchBalance, fetchTurnover } from './gateway/totals.ts';
import { recordOf, serverTime } from './http/answer.ts';
import type { HttpClient } from './http/client.ts';
import { epochToleranceSeconds, type PayoutAccess } from './payout/client.ts';
import { fetchAccounts } from './payout/lists.ts';
import { payoutAccount } from './payout/schemas.ts';

/** One thing looked at: whether it is well, what was seen, and what to do about it. */
export type Finding = { check: string; isOk: boolean; detail: string; fix: string | null };

/** Differences of clocks that a day's end does not notice. */
const gatewayToleranceSeconds = 60;
const unixNow = () => Math.floor(Date.now() / 1000);

/** Does one check: what it saw, or the error's words and remedy. */
async function checked(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, isOk: true, detail: await look(), fix: null };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return { check, isOk: false, detail: error.message, fix: error.remedy };
  }
}

/**
 * How far this machine's clock is from a server's, by the Date header of any answer, be it a refusal: asked without a
 * key. Nothing when the server cannot be reached or does not tell its time.
 */
async function clock(
  check: string,
  { http, baseUrl }: { http: HttpClient; baseUrl: string },
  toleranceSeconds: number,
  why: string,
): Promise<Finding[]> {
  const asked = Date.now();
  const answer = await http
    .call({ method: 'GET', url: `${baseUrl}/`, headers: () => ({}), isSafe: true })
    .catch((error: unknown) => {
      if (error instanceof TieoutError) return undefined;
      throw error;
    });
  const server = answer === undefined ? undefined : serverTime(answer);
  if (server === undefined) return [];
  // the answer was made about halfway; its Date leaves off what is less than a second
  const skew = Math.round((asked + Date.now()) / 2000 - server - 0.5);
  const off = Math.abs(skew);
  const isOk = off <= toleranceSeconds;
  const detail = off === 0 ? 'this clock is right' : `this clock is ${off} s ${skew < 0 ? 'behind' : 'ahead'}`;
  const fix = `Set the clock ${skew > 0 ? 'back' : 'forward'} by ${off} s (for example: turn on time synchronisation with \`timedatectl set-ntp true\`): ${why}`;
  return [{ check, isOk, detail, fix: isOk ? null : fix }];
}

/** What was found of a service, given how to speak to it; or why that is not known, which is a finding by itself. */
async function probed<T>(check: string, open: () => T, look: (access: T) => Promise<Finding[]>): Promise<Finding[]> {
  let access: T | undefined;
  const opened = await checked(check, async () => {
    access = open();
    return 'its keys are there';
  });
  return access === undefined ? [opened] : look(access);
}

/**
 * Whether the gateway can be reached, takes the key, lets it read turnover and statements, and offers a balance; and
 * how far this machine's clock is off. Asks for nothing to be made.
 */
export async function probeGateway(open: () => GatewayAccess, currency: string): Promise<Finding[]> {
  const check = 'payment gateway';
  return probed(check, open, async (access) => {
    const reached = await checked(check, async () => {
      await fetchTurnover(access, currency, unixNow() - 60, unixNow());
      return `reached, the key is accepted, ${currency} has a turnover`;
    });
    const day = 'a day would be taken to be over before it is, or too late.';
    const clocks = await clock('clock, by the payment gateway', access, gatewayToleranceSeconds, day);
    if (!reached.isOk) return [reached, ...clocks];
    const statements = await checked(`${check}, statements`, async () => {
      const { json, url } = await callGateway(access, 'GET', '/company_statements/');
      const { results } = recordOf(companyStatementList, json, 'list of statements', url);
      return results.length === 0 ? 'may be read; none was asked for yet' : 'may be read';
    });
    const balance = await checked(`${check}, balance`, async () =>
      (await fetchBalance(access, unixNow())) === undefined ? 'not offered; turnover is the only control' : 'offered',
    );
    return [reached, statements, balance, ...clocks];
  });
}

/**
 * Whether the payout service can be reached and takes key and secret, what accounts it shows, and how far this
 * machine's clock is off.
 */
export async function probePayout(open: () => PayoutAccess): Promise<Finding[]> {
  const check = 'payout service';
  return probed(check, open, async (access) => {
    const reached = await checked(check, async () => {
      const records = (await fetchAccounts(access)).flatMap((page) => page.records);
      const accounts = records.map((record) => recordOf(payoutAccount, record, 'payout account'));
      const shown = accounts.map(({ id, currency, status }) => `${id} in ${currency} (${status})`).join(', ');
      return `reached, key and secret are accepted; accounts: ${shown || 'none yet'}`;
    });
    const why = `from ${epochToleranceSeconds} s on the payout service refuses every request.`;
    return [reached, ...(await clock('clock, by the payout service', access, epochToleranceSeconds / 2, why))];
  });
}
