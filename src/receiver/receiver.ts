import type { FastifyInstance } from 'fastify';
import { configurationAccess } from '../company/connector-context.ts';
import { companyPaths } from '../config/data-paths.ts';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { receiverSchema } from '../config/schema.ts';
import type { SigningKey } from '../connectors/connector.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { connectors, connectorsOf } from '../connectors/registry.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
import { openEndpoint } from './endpoint.ts';
import type { Metrics } from './metrics.ts';
import { deliveryServer, privateServer } from './server.ts';

/** How often the endpoints look whether something is due. */
const tickMs = 20_000;

type Company = LoadedConfig['companies'][number];

/** The keys for the deliveries of a path: those that the company's configuration names, or otherwise those that the service names now. */
async function keysNow(config: LoadedConfig, company: Company, path: string): Promise<SigningKey[]> {
  const http = openHttpClient({ ...httpOptionsOf(config), budgetMs: 60_000, retries: 0 });
  try {
    const context = { company, ...configurationAccess(config), http };
    // local sources come last, and what they name comes first
    for (const connector of connectorsOf(company).reverse()) {
      const keys = await connector.signingKeys(path, company, context);
      if (keys.length > 0) return keys;
    }
    return [];
  } finally {
    await http.close();
  }
}

/** The deliveries that a company has received. */
const receivedBy = (company: Company) =>
  connectors.flatMap(({ deliveries }) => (deliveries?.isReceived(company) === true ? [deliveries] : []));

/** Whether a company has deliveries received. */
export const isReceived = (company: Company): boolean => receivedBy(company).length > 0;

function noneReceived(config: LoadedConfig): TieoutError {
  return new TieoutError({
    code: 'NOTHING_RECEIVED',
    message: 'No company of the configuration has callbacks or webhooks received.',
    remedy: 'Set books.callbacks.received: true or payout.webhooks: true for a company (docs/callbacks.md).',
    place: { file: config.path, key: 'companies' },
    exitStatus: 2,
  });
}

function cannotListen(config: LoadedConfig, key: string, address: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'ADDRESS_IN_USE',
    message: `The receiver cannot listen on ${address}: ${cause instanceof Error ? cause.message.replace(/\.+$/, '') : String(cause)}.`,
    remedy: `Set another address in receiver.${key}, or stop the program that uses it. Each receiver needs addresses of its own.`,
    place: { file: config.path, key: `receiver.${key}` },
    cause,
  });
}

function listenOptions(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}

export type Receiver = {
  /** The addresses on which it listens, as URLs. */
  address: string;
  privateAddress: string;
  /** Answers what is in progress, and records until when it listened. */
  close(): Promise<void>;
};

type ReceiverTerms = {
  config: LoadedConfig;
  log: Log;
  /** Called for each delivery with a wrong signature. */
  refused(company: string): void;
};

/**
 * Listens for the deliveries of all companies that have them received. It takes no lock, and no run waits for it. Throws NOTHING_RECEIVED
 * or ADDRESS_IN_USE.
 */
export async function startReceiver({ config, log, refused }: ReceiverTerms): Promise<Receiver> {
  const metrics: Metrics = new Map();
  const endpoints = config.companies.flatMap((company) =>
    receivedBy(company).map(({ path, kind, digest }) =>
      openEndpoint({
        ...{ company: company.name, path, kind, digest, clock: config.clock, log, metrics, refused },
        folder: companyPaths(config.data_dir, company.name).received,
        keys: () => keysNow(config, company, path),
      }),
    ),
  );
  if (endpoints.length === 0) throw noneReceived(config);
  let ticked: Promise<unknown> = Promise.resolve();
  const tick = () => {
    ticked = Promise.all(endpoints.map((endpoint) => endpoint.tick()));
    return ticked;
  };
  const listen = await deliveryServer(endpoints, metrics);
  const operator = await privateServer(endpoints, metrics);
  const addresses = config.receiver ?? receiverSchema.parse({});
  const close = async () => {
    clearInterval(ticking);
    await listen.close();
    await ticked;
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    await operator.close();
  };
  const ticking = setInterval(() => void tick(), tickMs);
  const bind = (server: FastifyInstance, key: 'listen' | 'private') =>
    server.listen(listenOptions(addresses[key])).catch(async (cause: unknown) => {
      await close();
      throw cannotListen(config, key, addresses[key], cause);
    });
  const privateAddress = await bind(operator, 'private');
  const address = await bind(listen, 'listen');
  // it is listened from now on
  await tick();
  return { address, privateAddress, close };
}
