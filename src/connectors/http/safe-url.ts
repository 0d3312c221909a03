import { TieoutError } from '../../domain/tieout-error.ts';
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

/**
 * Refuses a download link of a service that is not a URL, that is not encrypted, or that leads from a remote service to
 * this machine, whose local services it must not reach.
 */
export function requireSafeLink(link: string, from: URL): URL {
  const target = URL.canParse(link, from.href) ? new URL(link, from) : undefined;
  if (target !== undefined && isEncryptedOrHere(target) && (!isLoopback(target) || isLoopback(from))) return target;
  throw new TieoutError({
    code: 'DOWNLOAD_LINK_UNSAFE',
    message: `The download link of the service is not followed: it is ${
      target === undefined
        ? 'not a URL'
        : isLoopback(target)
          ? 'an address of this machine'
          : `not encrypted (${target.protocol}//)`
    }.`,
    remedy: 'Run again. If the error persists, ask the operator of the service why its links are not https://.',
    place: { url: target === undefined ? shownHost(from.href) : shownHost(target.href) },
    exitStatus: 4,
  });
}
