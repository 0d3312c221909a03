import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

/** The company's key pair, kept (PEM) or made when it is first needed: making one takes long, and most lives never sign. */
export function companyKeyPair(bits: number, kept: string | null = null): () => KeyPair {
  let pair: KeyPair | undefined;
  return () => {
    if (kept !== null) pair ??= { privateKey: createPrivateKey(kept), publicKey: createPublicKey(kept) };
    pair ??= generateKeyPairSync('rsa', { modulusLength: bits });
    return pair;
  };
}

/** payment-gateway.md › Endpoints: GET /public_key/ answers a JSON text that holds a PEM. */
export function publicKeyRoute(app: FastifyInstance, keyPair: () => KeyPair): void {
  app.get('/api/v1/public_key/', async (_request, reply) => {
    const pem = keyPair().publicKey.export({ type: 'spki', format: 'pem' });
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(pem));
  });
}
