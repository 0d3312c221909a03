import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { companyPaths } from '../../src/config/data-paths.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { type Receiver, startReceiver } from '../../src/receiver/receiver.ts';
import type { Log } from '../../src/terminal/log.ts';

/** A log that keeps its messages. */
export function keptLog(): Log & { messages: string[] } {
  const messages: string[] = [];
  const keep = (message: string) => void messages.push(message);
  return { messages, info: keep, warn: keep, error: keep };
}

/** A receiver for one test, on free ports, with the companies whose deliveries it refused. */
export async function givenReceiver(
  config: LoadedConfig,
): Promise<Receiver & { refused: string[]; log: ReturnType<typeof keptLog> }> {
  const refused: string[] = [];
  const log = keptLog();
  const receiver = { listen: '127.0.0.1:0', private: '127.0.0.1:0' };
  const started = await startReceiver({
    config: { ...config, receiver },
    log,
    refused: (company) => void refused.push(company),
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await started.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...started, close, refused, log };
}

/** Sends a delivery as a service does. Returns the status of the answer. */
export function deliver(
  address: string,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The signature of a body in base64, as the gateway makes it. */
export const signed = (body: string | Buffer, key: KeyObject, digest = 'sha256'): string =>
  sign(digest, Buffer.from(body), key).toString('base64');

/** The configuration of companies that have the callbacks of a gateway received, each with the key of its gateway in a file. */
export async function givenDoor(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-door-'));
  const keys = new Map(names.map((name) => [name, generateKeyPairSync('rsa', { modulusLength: 2048 })]));
  const companies = names.map((name) => {
    const pem = keys.get(name)?.publicKey.export({ type: 'spki', format: 'pem' }) ?? '';
    writeFileSync(join(folder, `${name}.pem`), pem);
    const callbacks = { received: true, public_keys: [`${name}.pem`] };
    const gateway = { base_url: 'http://127.0.0.1:9/api/v1', secret_key: { env: 'NOT_ASKED' } };
    return { name, zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], gateway, books: { callbacks } };
  });
  const path = join(folder, 'tieout.yaml');
  writeFileSync(path, stringify({ data_dir: 'data', companies }));
  const config = await loadConfig(path);
  return {
    ...{ config, folder, path },
    /** The signature of a body with the key of a company. */
    sign: (name: string, body: string | Buffer) => {
      const pair = keys.get(name);
      if (pair === undefined) throw new Error(`${name} has no key`);
      return signed(body, pair.privateKey);
    },
    received: (name: string) => companyPaths(config.data_dir, name).received,
  };
}
