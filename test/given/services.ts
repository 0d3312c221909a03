import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../packages/sandbox/src/start.ts';
import type { GatewayAccess } from '../../src/connectors/gateway/client.ts';
import { type HttpClient, openHttpClient } from '../../src/connectors/http/client.ts';
import type { HttpOptions } from '../../src/connectors/http/dispatchers.ts';
import type { PayoutAccess } from '../../src/connectors/payout/client.ts';
import { fastHttpOptions, type GivenServer, givenServer } from './server.ts';

/* Services that a test reads with the product's clients, and the clients. */

/** What a test opens is closed after it. */
export function closedAfterTest<Opened extends { close(): Promise<void> }>(opened: Opened): Opened {
  onTestFinished(() => opened.close());
  return opened;
}

/** A server of one test. */
export const serverOfTest = async (...given: Parameters<typeof givenServer>): Promise<GivenServer> =>
  closedAfterTest(await givenServer(...given));

/** A client of one test. */
export const clientOfTest = (options: Partial<HttpOptions> = {}): HttpClient =>
  closedAfterTest(openHttpClient({ ...fastHttpOptions, ...options }));

/** A page of a list of the payout service; all records are on one, unless it has a size. */
export function payoutPage(records: readonly object[], page = 1, size = Math.max(records.length, 1)): object {
  const pages = Math.max(1, Math.ceil(records.length / size));
  const pagination = {
    current_page: page,
    prev_page: page > 1 ? page - 1 : null,
    next_page: page < pages ? page + 1 : null,
    total_pages: pages,
    total_count: records.length,
  };
  return { results: records.slice((page - 1) * size, page * size), meta: { pagination } };
}

/** A sandbox for the tests of a file, and how the product reads its services. */
class SandboxServices {
  #opened: { sandbox: RunningSandbox; http: HttpClient } | undefined;

  async open(sandbox: Parameters<typeof startSandbox>[0], http: Partial<HttpOptions>): Promise<void> {
    this.#opened = { sandbox: await startSandbox(sandbox), http: openHttpClient({ ...fastHttpOptions, ...http }) };
  }

  async close(): Promise<void> {
    await this.http.close();
    await this.sandbox.close();
  }

  get sandbox(): RunningSandbox {
    return this.#now.sandbox;
  }

  get http(): HttpClient {
    return this.#now.http;
  }

  get gateway(): GatewayAccess {
    const { sandbox, http } = this.#now;
    return { http, baseUrl: sandbox.gatewayUrl, secretKey: () => sandbox.gatewaySecretKey };
  }

  get payout(): PayoutAccess {
    const { sandbox, http } = this.#now;
    const [apiKey, apiSecret] = [() => sandbox.payoutApiKey, () => sandbox.payoutApiSecret];
    return { http, baseUrl: sandbox.payoutUrl, apiKey, apiSecret };
  }

  get #now() {
    if (this.#opened === undefined) throw new Error('the sandbox is started before the first test');
    return this.#opened;
  }
}

export function givenServices(
  sandbox: Parameters<typeof startSandbox>[0],
  http: Partial<HttpOptions> = {},
): SandboxServices {
  const services = new SandboxServices();
  beforeAll(() => services.open(sandbox, http));
  afterAll(() => services.close());
  return services;
}
