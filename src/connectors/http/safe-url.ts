import { TieoutError } from '../../domain/tieout-error.ts';
import { isHostListed, privateAddressRefused, privateHostOf } from './private-address.ts';
import { shownHost, shownUrl } from './redact.ts';

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
