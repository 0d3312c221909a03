import type { ProxySettings } from '../connectors/http/proxy.ts';
import { rememberSecret } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';

const schemes = new Set(['http:', 'https:']);

/** A proxy's address; one without a scheme is http://. Its credentials are secrets of this process from then on. */
function proxyAddress(variable: string, text: string): URL {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !schemes.has(url.protocol) || url.hostname === '') {
    throw new TieoutError({
      code: 'PROXY_WRONG',
      message: `The environment variable ${variable} is not the address of a proxy.`,
      remedy:
        'Write it as http://proxy.example:3128, with user:password@ before the host where the proxy asks for them. Encode reserved characters, for example @ as %40.',
      place: { key: variable },
      exitStatus: 2,
    });
  }
  for (const part of [url.username, url.password]) {
    rememberSecret(part);
    rememberSecret(decodeURIComponent(part));
  }
  if (url.password !== '')
    rememberSecret(
      Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64'),
    );
  return url;
}

/** A variable by its names, the lower-case one first, as other programs read them; an empty one is not set. */
function variable(...names: readonly string[]): { name: string; value: string } | undefined {
  for (const name of names) {
    const value = process.env[name]?.trim();
    if (value !== undefined) return value === '' ? undefined : { name, value };
  }
  return undefined;
}

/** The proxies that the environment names: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. Throws PROXY_WRONG. */
export function environmentProxies(): ProxySettings {
  const of = (found: ReturnType<typeof variable>) =>
    found === undefined ? undefined : proxyAddress(found.name, found.value);
  return {
    http: of(variable('http_proxy', 'HTTP_PROXY')),
    https: of(variable('https_proxy', 'HTTPS_PROXY')),
    except: variable('no_proxy', 'NO_PROXY')?.value ?? '',
  };
}
