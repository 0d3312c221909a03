import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SigningKey } from '../connectors/connector.ts';
import type { NamedKey } from '../connectors/read-deliveries.ts';
import { hashOf } from '../disk/chain.ts';
import { requireRsaKey } from '../domain/ssh-signature.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** How often a service is asked for its keys: while it names some, while it names none, and when a signature fits none of them. */
const askedEachMs = { known: 900_000, unknown: 60_000, wrong: 30_000 };
/** The longest signature that is looked at: that of an RSA key with 8192 bits, in base64. */
const longestSignature = 1368;

export type KeyRing = {
  /** The keys that the service named last, the same array while they do not change; none before it could be asked. */
  named(): readonly NamedKey[];
  /** The id of the key that verifies a signature of these bytes; undefined where the service names no such key. */
  signerOf(body: Buffer, signature: string): Promise<string | undefined>;
  /** Asks the service for its keys where that is due; a key that it no longer names is not used any more. */
  ask(why?: 'wrong'): Promise<void>;
};

const noKey = () =>
  new TieoutError({
    code: 'NO_SIGNING_KEY',
    message: 'The service names no key with which it signs.',
    remedy:
      'Register the address as a webhook at the service, or name the file of its key in books.callbacks.public_keys.',
  });

/**
 * The keys of a service, which is asked for them by `now`. `failed` gets the error of a request, after which the keys stay as they were,
 * and the error of a key that cannot be used.
 */
export function openKeyRing(
  digest: 'sha256' | 'sha512',
  now: () => Promise<SigningKey[]>,
  failed: (error: unknown) => void,
): KeyRing {
  let named: readonly NamedKey[] = [];
  let keys: { id: string; key: KeyObject }[] = [];
  let asking: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function replace(): Promise<void> {
    const answer: NamedKey[] = [];
    for (const { origin, pem } of await now()) {
      try {
        requireRsaKey(pem, origin);
        answer.push({ id: hashOf(pem).slice(0, 12), origin, pem });
      } catch (error) {
        failed(error);
      }
    }
    if (answer.length === 0) failed(noKey());
    answer.sort((a, b) => (a.id < b.id ? -1 : 1));
    if (isDeepStrictEqual(answer, named)) return;
    named = answer;
    keys = named.map(({ id, pem }) => ({ id, key: createPublicKey(pem) }));
  }

  const ask: KeyRing['ask'] = async (why) => {
    // those that come while it is asked do not wait: their service delivers again
    if (asking !== undefined && why === 'wrong') return;
    if (
      asking === undefined &&
      performance.now() - askedAt >= askedEachMs[why ?? (named.length > 0 ? 'known' : 'unknown')]
    ) {
      askedAt = performance.now();
      asking = replace()
        .catch(failed)
        .finally(() => {
          asking = undefined;
        });
    }
    await asking;
  };

  const known = (body: Buffer, signature: Buffer) => keys.find(({ key }) => verify(digest, body, key, signature))?.id;

  return {
    named: () => named,
    ask,
    signerOf: async (body, signature) => {
      if (signature === '' || signature.length > longestSignature) return undefined;
      const bytes = Buffer.from(signature, 'base64');
      const signer = known(body, bytes);
      if (signer !== undefined) return signer;
      // the service may have replaced its key
      await ask('wrong');
      return known(body, bytes);
    },
  };
}
