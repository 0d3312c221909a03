import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultHttpOptions, type HttpOptions } from '../../src/connectors/http/dispatchers.ts';

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
export type GivenServer = {
  /** Without a trailing slash. */
  url: string;
  /** Every request received, in order. */
  seen: SeenRequest[];
  close(): Promise<void>;
};

/** A real HTTP server on loopback that responds with `answer` and records the requests. */
export async function givenServer(
  answer: (request: SeenRequest, response: ServerResponse, count: number) => void,
): Promise<GivenServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(request);
    answer(request, response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** The options of the product with short pauses. */
export const fastHttpOptions: HttpOptions = { ...defaultHttpOptions, retries: 3, firstPauseMs: 4, maximumWaitMs: 2000 };

/** A closed port. */
export async function closedPort(): Promise<number> {
  const server = await givenServer(() => {});
  await server.close();
  return Number(new URL(server.url).port);
}
