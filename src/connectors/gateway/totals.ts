import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { callGateway, type GatewayAccess, type GatewayAnswer } from './client.ts';
import { balanceRecord, turnoverRecord } from './schemas.ts';

/** The query for a turnover: the same for the same arguments. */
export function turnoverQuery(
  currency: string,
  from: number,
  to: number,
  filters: Record<string, readonly string[]>,
): URLSearchParams {
  const query = new URLSearchParams({ from: String(from), to: String(to), currency });
  for (const [name, values] of Object.entries(filters)) for (const value of values) query.append(name, value);
  return query;
}

/**
 * Turnover of one currency between two Unix seconds, incoming and outgoing in one answer (payment-gateway.md ›
 * Turnover record); `filters` narrow it (payment_method, product, flow), names as the gateway has them: a payment that
 * matches any of a filter's values is counted.
 */
export async function fetchTurnover(
  access: GatewayAccess,
  currency: string,
  from: number,
  to: number,
  filters: Record<string, readonly string[]> = {},
): Promise<GatewayAnswer> {
  const query = turnoverQuery(currency, from, to, filters);
  const answer = await callGateway(access, 'GET', '/account/json/turnover/', query);
  recordOf(turnoverRecord, answer.json, 'turnover', answer.url);
  return answer;
}

/** The balance at an instant; undefined when the gateway does not offer it (it is not in the specification). */
export async function fetchBalance(access: GatewayAccess, at: number): Promise<GatewayAnswer | undefined> {
  try {
    const query = new URLSearchParams({ from: String(at) });
    const answer = await callGateway(access, 'GET', '/account/json/balance/', query);
    recordOf(balanceRecord, answer.json, 'balance', answer.url);
    return answer;
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'GATEWAY_NOT_FOUND') return undefined;
    throw error;
  }
}
