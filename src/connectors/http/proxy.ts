import { isLoopback } from './safe-url.ts';

/** The proxies of this machine; each has a scheme and may have credentials. */
export type ProxySettings = {
  http?: URL | undefined;
  https?: URL | undefined;
  /** Hosts that are reached without a proxy, as NO_PROXY lists them. */
  except: string;
};

const defaultPort = { 'http:': '80', 'https:': '443' };

/** Whether a host is in the list of NO_PROXY: `*`, `host`, `.domain`, `*.domain`, `host:port`; a name includes its subdomains. */
function isExcepted(url: URL, except: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? defaultPort['https:'] : defaultPort['http:']);
  return except
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, named = entry, ofPort] = /^(\[[^\]]*\]|[^:]+):(\d+)$/.exec(entry) ?? [];
      if (ofPort !== undefined && ofPort !== port) return false;
      const name = named
        .replace(/^\[|\]$/g, '')
        .replace(/^\*?\./, '')
        .replace(/\.$/, '');
      return host === name || host.endsWith(`.${name}`);
    });
}

/**
 * The proxy through which an address is requested; undefined where it is requested directly. This machine is never requested
 * through a proxy: http:// is accepted for it only because nothing leaves the machine.
 */
export function proxyFor(url: URL, { http, https, except }: ProxySettings): URL | undefined {
  if (isLoopback(url) || isExcepted(url, except)) return undefined;
  return url.protocol === 'https:' ? (https ?? http) : http;
}

/** The value of Proxy-Authorization for the credentials in a proxy's address. */
export function proxyToken({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}
