import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import type { Identity } from '../pinned-identity.ts';
import { callGateway, type GatewayAccess } from './client.ts';
import { companyStatement, companyStatementList } from './schemas.ts';

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
