import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { resolveSecret } from '../config/secret.ts';
import type { GatewayAccess } from '../connectors/gateway/client.ts';
import type { HttpClient } from '../connectors/http/client.ts';
import type { PayoutAccess } from '../connectors/payout/client.ts';

/** How to speak to a company's gateway; its key is fetched when it is first used. */
export function gatewayAccess(
  config: LoadedConfig,
  company: CompanyConfig,
  http: HttpClient,
): GatewayAccess | undefined {
  const { gateway } = company;
  if (gateway === undefined) return undefined;
  const key = resolveSecret(gateway.secret_key, `companies.${company.name}.gateway.secret_key`, config.path);
  return { http, baseUrl: gateway.base_url, secretKey: () => key.reveal() };
}

/** How to speak to a company's payout service. */
export function payoutAccess(config: LoadedConfig, company: CompanyConfig, http: HttpClient): PayoutAccess | undefined {
  const { payout } = company;
  if (payout === undefined) return undefined;
  const key = resolveSecret(payout.api_key, `companies.${company.name}.payout.api_key`, config.path);
  const secret = resolveSecret(payout.api_secret, `companies.${company.name}.payout.api_secret`, config.path);
  return { http, baseUrl: payout.base_url, apiKey: () => key.reveal(), apiSecret: () => secret.reveal() };
}
