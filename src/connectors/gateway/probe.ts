import { TieoutError } from '../../domain/tieout-error.ts';
import { checked, clockFinding, probed } from '../check.ts';
import type { Finding } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import { callGateway, type GatewayAccess } from './client.ts';
import { companyStatementList } from './schemas.ts';
import { fetchBalance, fetchTurnover } from './totals.ts';

/** A difference between the clocks, in seconds, that does not change which day is over. */
const toleranceSeconds = 60;
const unixNow = () => Math.floor(Date.now() / 1000);

async function offeredText(ask: () => Promise<unknown>): Promise<string> {
  try {
    await ask();
    return 'offered';
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'BALANCE_NOT_OFFERED')
      return 'not offered; turnover is the only control';
    throw error;
  }
}

/**
 * Checks whether the gateway can be reached, accepts the key, gives access to turnover and statements, and offers a balance; and the
 * difference between the clocks. It requests no statement.
 */
export async function probeGateway(open: () => GatewayAccess, currency: string): Promise<Finding[]> {
  const check = 'payment gateway';
  return probed(check, open, async (access) => {
    const reached = await checked(check, async () => {
      await fetchTurnover(access, currency, unixNow() - 60, unixNow());
      return `reached, the key is accepted, ${currency} has a turnover`;
    });
    const why = 'a wrong clock ends the business day too early or too late.';
    const clocks = await clockFinding('clock, by the payment gateway', access, toleranceSeconds, why);
    if (!reached.isOk) return [reached, ...clocks];
    const statements = await checked(`${check}, statements`, async () => {
      const { json, url } = await callGateway(access, 'GET', '/company_statements/');
      const { results } = recordOf(companyStatementList, json, 'list of statements', { url });
      return results.length === 0 ? 'readable; none requested yet' : 'readable';
    });
    const balance = await checked(`${check}, balance`, async () => offeredText(() => fetchBalance(access, unixNow())));
    return [reached, statements, balance, ...clocks];
  });
}
