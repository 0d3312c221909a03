import { TieoutError } from '../../domain/tieout-error.ts';
import { checked, clockFinding, probed } from '../check.ts';
import type { Finding } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import type { Identity } from '../pinned-identity.ts';
import { callGateway, type GatewayAccess } from './client.ts';
import { companyStatement, companyStatementList } from './schemas.ts';
import { fetchBalance, fetchTurnover } from './totals.ts';

type Naming = { company_uid?: string | null | undefined; is_test?: boolean | null | undefined };

/** The company and the mode that a statement record names (payment-gateway.md › Company statement). */
export function identityOf({ company_uid: company, is_test: isTest }: Naming): Identity {
  return {
    ...(company ? { company: [company] } : {}),
    ...(typeof isTest === 'boolean' ? { mode: [isTest ? 'test' : 'live'] } : {}),
  };
}

/** The identity of a statement record as it was received. */
export function receivedIdentity(body: unknown): Identity {
  return identityOf(companyStatement.partial().safeParse(body).data ?? {});
}

/**
 * The identity of the company whose statements the key lists; undefined for an account without statements, or a gateway without the
 * list.
 */
export async function observeGateway(access: GatewayAccess): Promise<Identity | undefined> {
  try {
    const { json, url } = await callGateway(access, 'GET', '/company_statements/');
    const { results } = recordOf(companyStatementList, json, 'list of statements', { url });
    const found = results.find(({ company_uid: company }) => company);
    return found === undefined ? undefined : identityOf(found);
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'GATEWAY_NOT_FOUND') return undefined;
    throw error;
  }
}

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
