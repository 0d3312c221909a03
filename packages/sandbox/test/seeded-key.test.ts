import { createSign, createVerify } from 'node:crypto';
import { expect, it } from 'vitest';
import { seededKeyPair } from '../src/seeded-key.ts';

it('derives a working key pair from the seed, a different one for each seed', () => {
  const [one, again, other] = [seededKeyPair('a', 1024), seededKeyPair('a', 1024), seededKeyPair('b', 1024)];
  expect(one.privateKey.asymmetricKeyDetails).toEqual({ modulusLength: 1024, publicExponent: 65_537n });
  const signature = createSign('RSA-SHA256').update('text').sign(again.privateKey);
  const isBy = ({ publicKey }: typeof one) => createVerify('RSA-SHA256').update('text').verify(publicKey, signature);
  expect([isBy(one), isBy(other)]).toEqual([true, false]);
});
