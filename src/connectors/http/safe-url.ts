import { BlockList, isIP, isIPv6 } from 'node:net';
import { TieoutError } from '../../domain/tieout-error.ts';
import { shownHost, shownUrl } from './redact.ts';

/** Address ranges outside the public internet, with their purposes. */
const ranges: readonly (readonly [range: string, purpose: string])[] = [
  ['0.0.0.0/8', 'an unspecified address'],
  ['10.0.0.0/8', 'a private network'],
  ['100.64.0.0/10', "a provider's network"],
  ['127.0.0.0/8', 'this machine'],
  ['169.254.0.0/16', 'a link-local network'],
  ['172.16.0.0/12', 'a private network'],
  ['192.0.0.0/24', 'a reserved range'],
  ['192.0.2.0/24', 'a reserved range'],
  ['192.88.99.0/24', 'a range of translated addresses'],
  ['192.168.0.0/16', 'a private network'],
  ['198.18.0.0/15', 'a reserved range'],
  ['198.51.100.0/24', 'a reserved range'],
  ['203.0.113.0/24', 'a reserved range'],
  ['224.0.0.0/4', 'a multicast range'],
  ['240.0.0.0/4', 'a reserved range'],
  ['::/128', 'an unspecified address'],
  ['::1/128', 'this machine'],
  // ranges that can express the IPv4 address of another network, or of this machine
  ['::/96', 'a range of translated addresses'],
  ['::ffff:0:0/96', 'a range of translated addresses'],
  ['::ffff:0:0:0/96', 'a range of translated addresses'],
  ['64:ff9b::/96', 'a range of translated addresses'],
  ['64:ff9b:1::/48', 'a range of translated addresses'],
  ['2002::/16', 'a range of translated addresses'],
  ['2001::/23', 'a reserved range'],
  ['2001:db8::/32', 'a reserved range'],
  ['3fff::/20', 'a reserved range'],
  ['fc00::/7', 'a private network'],
  ['fe80::/10', 'a link-local network'],
  ['fec0::/10', 'a private network'],
  ['ff00::/8', 'a multicast range'],
];

/** The only IPv6 range of public addresses. */
const global = listOf('2000::/3');

function listOf(range: string): BlockList {
  const [network = '', bits = ''] = range.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(bits), familyOf(network));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

const lists = ranges.map(([range, purpose]) => ({
  list: listOf(range),
  family: familyOf(range.split('/')[0] ?? ''),
  purpose: `${purpose} (${range})`,
}));

/** The purpose of the private range of an address; undefined for an address on the public internet. */
export function privateRangeOf(address: string): string | undefined {
  const family = familyOf(address);
  const [plain = ''] = address.split('%');
  const found = lists.find((one) => one.family === family && one.list.check(plain, family));
  if (found !== undefined) return found.purpose;
  return family === 'ipv6' && !global.check(plain, 'ipv6') ? 'a reserved range' : undefined;
}

const translated = listOf('64:ff9b::/96');

/** The IPv4 address in the last 32 bits of an IPv6 address. */
function embeddedAddress(address: string): string {
  const { hostname } = new URL(`http://[${address}]/`);
  const groups = hostname.slice(1, -1).split('::');
  const tail = (groups.at(-1) ?? '').split(':').map((group) => Number.parseInt(group || '0', 16));
  const [high, low] = [tail.at(-2) ?? 0, tail.at(-1) ?? 0];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The purpose of the private range of an address to which a name resolves. A network with IPv6 only maps each public IPv4 address to
 * 64:ff9b::/96; such an address is judged by the IPv4 address in it.
 */
export function privateRangeOfResolved(address: string): string | undefined {
  const isTranslated = isIPv6(address) && translated.check(address.split('%')[0] ?? '', 'ipv6');
  return privateRangeOf(isTranslated ? embeddedAddress(address) : address);
}

/** A host name or address in the form of URLs, without brackets and a final dot. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether a list of hosts includes a host, in any notation of an address. */
export function isHostListed({ hostname }: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) => {
    const text = `https://${isIPv6(host) ? `[${host}]` : host}/`;
    return URL.canParse(text) && plainHost(new URL(text).hostname) === plainHost(hostname);
  });
}

/** Whether a text is only a host name or an address, without a port or a path. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(text);
}

/** The purpose of the private range of a URL's address, in any notation; undefined for a public address and for a name. */
export function privateHostOf({ hostname }: URL): string | undefined {
  const host = plainHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'this machine';
  return isIP(host) === 0 ? undefined : privateRangeOf(host);
}

/** The error of an address that is refused because of its range. */
export function privateAddressRefused(url: URL, what: string, found: string): TieoutError {
  const host = plainHost(url.hostname);
  return new TieoutError({
    code: 'PRIVATE_ADDRESS_REFUSED',
    message: `The ${what} is not requested: its host ${host} ${found}.`,
    remedy: `A service on the internet has no reason to give such an address. If the host is yours, add it to network.private_hosts in the configuration: private_hosts: ["${host}"].`,
    place: { url: shownHost(url.href) },
    exitStatus: 4,
  });
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL leads to this machine. */
export function isLoopback(url: URL): boolean {
  return loopback.test(url.hostname);
}

function isEncryptedOrHere(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Refuses a URL over which a secret or a statement would be sent unencrypted; URL_WRONG or URL_NOT_ENCRYPTED. */
export function requireSafeUrl(url: string): URL {
  if (!URL.canParse(url)) {
    throw new TieoutError({
      code: 'URL_WRONG',
      scope: 'service',
      message: 'This is not a URL.',
      remedy:
        'Correct base_url in the configuration: it starts with https:// and ends with the base path of the service.',
      place: { url: shownUrl(url) },
      exitStatus: 2,
    });
  }
  const parsed = new URL(url);
  if (isEncryptedOrHere(parsed)) return parsed;
  throw new TieoutError({
    code: 'URL_NOT_ENCRYPTED',
    scope: 'service',
    message: 'The address is not encrypted: others on the network could read the key and the figures.',
    remedy: 'Use https:// (plain http:// is allowed to this machine only).',
    place: { url: shownUrl(url) },
    exitStatus: 2,
  });
}

/** The permitted addresses outside the public internet: that of the configured service, and the user's own hosts. */
type Permitted = {
  /** The configured address of the service that gave the link; its own host and port are permitted. */
  service?: URL | undefined;
  /** network.private_hosts of the configuration. */
  privateHosts: readonly string[];
};

/** Whether the configuration permits an address, regardless of its range. */
export function isPermitted(url: URL, { service, privateHosts }: Permitted): boolean {
  return url.origin === service?.origin || isHostListed(url, privateHosts);
}

/**
 * Refuses an address in a private range, in any notation, unless it is permitted (PRIVATE_ADDRESS_REFUSED). A name is not checked here,
 * but by its resolved address on connection.
 */
export function requirePublic(url: URL, permitted: Permitted, what: string): void {
  const range = isPermitted(url, permitted) ? undefined : privateHostOf(url);
  if (range !== undefined) throw privateAddressRefused(url, what, `is an address of ${range}`);
}

/**
 * The address of a download link or of a redirect of it. Refuses a link that is not a URL or not encrypted (DOWNLOAD_LINK_UNSAFE), or
 * that points into a private network (PRIVATE_ADDRESS_REFUSED), whose services it must not reach.
 */
export function requireSafeLink(link: string, from: URL, permitted: Permitted): URL {
  const target = URL.canParse(link, from.href) ? new URL(link, from) : undefined;
  if (target !== undefined && /^https?:$/.test(target.protocol)) requirePublic(target, permitted, 'download link');
  if (target !== undefined && isEncryptedOrHere(target)) return target;
  throw new TieoutError({
    code: 'DOWNLOAD_LINK_UNSAFE',
    message: `The download link of the service is not followed: it is ${
      target === undefined ? 'not a URL' : `not encrypted (${target.protocol}//)`
    }.`,
    remedy: 'Run again. If the error persists, ask the operator of the service why its links are not https://.',
    place: { url: target === undefined ? shownHost(from.href) : shownHost(target.href) },
    exitStatus: 4,
  });
}
