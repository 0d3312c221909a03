import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

/** Generates a key pair. */
export const newCompanyKeys = (bits: number): KeyPair => generateKeyPairSync('rsa', { modulusLength: bits });

/** The company's key pair: read from the saved PEM, or generated on first use, because generating takes long. */
export function companyKeyPair(make: () => KeyPair, kept: string | null = null): () => KeyPair {
  let pair: KeyPair | undefined;
  return () => {
    if (kept !== null) pair ??= { privateKey: createPrivateKey(kept), publicKey: createPublicKey(kept) };
    pair ??= make();
    return pair;
  };
}

/** payment-gateway.md › Endpoints: GET /public_key/ returns the PEM as a JSON string. */
export function publicKeyRoute(app: FastifyInstance, keyPair: () => KeyPair): void {
  app.get('/api/v1/public_key/', async (_request, reply) => {
    const pem = keyPair().publicKey.export({ type: 'spki', format: 'pem' });
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(pem));
  });
}
