import { checkPrimeSync, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyPair } from './gateway/public-key.ts';

const EXPONENT = 65_537n;

/**
 * An RSA key pair derived from a seed, so that signatures are reproducible. Anyone who knows the seed knows the key, so the
 * key is only fit for synthetic data.
 */
export function seededKeyPair(seed: string, bits: number): KeyPair {
  const [p, q] = [primeFrom(`${seed} p`, bits / 2), primeFrom(`${seed} q`, bits / 2)];
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: EXPONENT, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, base64url(number)]));
  const privateKey = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** The next prime after a number derived from the seed. Its two highest bits are set so that the product has full length. */
function primeFrom(seed: string, bits: number): bigint {
  const blocks = Array.from({ length: Math.ceil(bits / 512) }, (_, n) =>
    createHash('sha512').update(`${seed} ${n}`).digest('hex'),
  );
  const drawn = BigInt.asUintN(bits, BigInt(`0x${blocks.join('')}`));
  let candidate = drawn | (3n << BigInt(bits - 2)) | 1n;
  while (candidate % EXPONENT === 1n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** a⁻¹ modulo m, by Euclid. */
function inverse(a: bigint, m: bigint): bigint {
  let [before, now, x, y] = [m, a % m, 0n, 1n];
  while (now !== 0n) {
    const times = before / now;
    [before, now, x, y] = [now, before - times * now, y, x - times * y];
  }
  return ((x % m) + m) % m;
}

function base64url(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
}
