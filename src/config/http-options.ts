import { defaultHttpOptions, type HttpOptions } from '../connectors/http/client.ts';
import type { LoadedConfig } from './load.ts';

/** The options of the HTTP client for a configuration: limits and pauses are the product's own where none are given. */
export function httpOptionsOf(
  { network }: Pick<LoadedConfig, 'network'>,
  options: HttpOptions = defaultHttpOptions,
): HttpOptions {
  return { ...options, privateHosts: network.private_hosts };
}
