import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { callGateway, type GatewayAccess, type GatewayAnswer } from './client.ts';
import { balanceRecord, turnoverRecord } from './schemas.ts';

/** The requests, as landing keeps them with their query. */
export const turnoverRequest = { method: 'GET', path: '/account/json/turnover/' };
export const balanceRequest = { method: 'GET', path: '/account/json/balance/' };

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
 * Turnover of one currency between two Unix seconds, incoming and outgoing in one answer (payment-gateway.md › Turnover record).
 * `filters` narrow it (payment_method, product, flow), with the gateway's names: a payment that matches any value of a filter is
 * counted.
 */
export async function fetchTurnover(
  access: GatewayAccess,
  currency: string,
  from: number,
  to: number,
  filters: Record<string, readonly string[]> = {},
): Promise<GatewayAnswer> {
  const query = turnoverQuery(currency, from, to, filters);
  const answer = await callGateway(access, 'GET', turnoverRequest.path, query);
  recordOf(turnoverRecord, answer.json, 'turnover', answer);
  return answer;
}

/** The query for the balance at an instant. */
export const balanceQuery = (at: number) => new URLSearchParams({ from: String(at) });

/** The balance at an instant. BALANCE_NOT_OFFERED when the gateway does not have it (it is not in the specification). */
export async function fetchBalance(access: GatewayAccess, at: number): Promise<GatewayAnswer> {
  try {
    const answer = await callGateway(access, 'GET', balanceRequest.path, balanceQuery(at));
    recordOf(balanceRecord, answer.json, 'balance', answer);
    return answer;
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'GATEWAY_NOT_FOUND') throw error;
    throw new TieoutError({
      code: 'BALANCE_NOT_OFFERED',
      message: 'The gateway offers no balance (HTTP 404).',
      remedy: 'Ask the gateway whether it has withdrawn the endpoint, and check base_url in the configuration.',
      place: error.place,
      exitStatus: 4,
      cause: error,
    });
  }
}
