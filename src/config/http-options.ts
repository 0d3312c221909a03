import type { ProxySettings } from '../connectors/http/dispatchers.ts';
import { defaultHttpOptions, type HttpOptions } from '../connectors/http/dispatchers.ts';
import { rememberSecret } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Environment } from './environment.ts';
import type { LoadedConfig } from './load-config.ts';

const schemes = new Set(['http:', 'https:']);

/** The parts of a proxy's address, with decoded credentials; undefined for a text that is not an address. */
function parsedAddress(text: string): { url: URL; user: string; password: string } | undefined {
  try {
    const url = new URL(text.includes('://') ? text : `http://${text}`);
    if (!schemes.has(url.protocol) || url.hostname === '') return undefined;
    return { url, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return undefined;
  }
}

/** A proxy's address; without a scheme it is http://. Its credentials are treated as secrets from then on. */
function proxyAddress(variable: string, text: string): URL {
  const parsed = parsedAddress(text);
  if (parsed === undefined) {
    throw new TieoutError({
      code: 'PROXY_WRONG',
      message: `The environment variable ${variable} is not the address of a proxy.`,
      remedy:
        'Write it as http://proxy.example:3128, with user:password@ before the host where the proxy asks for them. Encode reserved characters, for example @ as %40.',
      place: { key: variable },
      exitStatus: 2,
    });
  }
  const { url, user, password } = parsed;
  if (password === '') {
    // a token instead of a user name
    rememberSecret(user);
    return url;
  }
  // a user name alone may be an ordinary word
  for (const secret of [url.password, password, Buffer.from(`${user}:${password}`).toString('base64')])
    rememberSecret(secret);
  return url;
}

/** A variable under several names, the lower-case one first, as in other programs; an empty variable counts as not set. */
function variable(environment: Environment, ...names: readonly string[]): { name: string; value: string } | undefined {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value !== undefined) return value === '' ? undefined : { name, value };
  }
  return undefined;
}

/** The proxies of an environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. Throws PROXY_WRONG. */
export function environmentProxies(environment: Environment): ProxySettings {
  const of = (found: ReturnType<typeof variable>) =>
    found === undefined ? undefined : proxyAddress(found.name, found.value);
  return {
    http: of(variable(environment, 'http_proxy', 'HTTP_PROXY')),
    https: of(variable(environment, 'https_proxy', 'HTTPS_PROXY')),
    except: variable(environment, 'no_proxy', 'NO_PROXY')?.value ?? '',
  };
}

/**
 * The options of the HTTP client for a configuration: the proxies of the environment, and by default the product's own limits and
 * pauses. Throws PROXY_WRONG.
 */
export function httpOptionsOf(
  { network, environment }: Pick<LoadedConfig, 'network' | 'environment'>,
  options: HttpOptions = defaultHttpOptions,
): HttpOptions {
  return { ...options, privateHosts: network.private_hosts, proxies: environmentProxies(environment) };
}
