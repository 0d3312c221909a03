import { createPublicKey } from 'node:crypto';
import { TieoutError } from './tieout-error.ts';

/** Throws CALLBACK_KEY_WRONG when a text is not an RSA public key as PEM; `where` is the file that holds it. */
export function requireRsaKey(pem: string, where: string): void {
  try {
    if (createPublicKey(pem).asymmetricKeyType === 'rsa') return;
  } catch {
    // not a key at all: the same error
  }
  throw new TieoutError({
    code: 'CALLBACK_KEY_WRONG',
    message: 'This is not a public key that can verify callbacks.',
    remedy: "Save the webhook's public_key there as the gateway shows it, from BEGIN PUBLIC KEY to END PUBLIC KEY.",
    place: { file: where },
    exitStatus: 4,
  });
}
