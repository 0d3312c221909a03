import { defaultHttpOptions, type HttpOptions } from '../connectors/http/client.ts';
import type { LoadedConfig } from './load.ts';
import { environmentProxies } from './proxy.ts';

/**
 * The options of the HTTP client for a configuration: the proxies of the environment, and the product's own
 * limits and pauses where none are given. Throws PROXY_WRONG.
 */
export function httpOptionsOf(
  { network, environment }: Pick<LoadedConfig, 'network' | 'environment'>,
  options: HttpOptions = defaultHttpOptions,
): HttpOptions {
  return { ...options, privateHosts: network.private_hosts, proxies: environmentProxies(environment) };
}
