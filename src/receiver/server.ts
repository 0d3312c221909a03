import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Endpoint, Outcome } from './endpoint.ts';
import { count, labelled, type Metrics } from './metrics.ts';

/** Far more than a purchase with a hundred products. */
const largestBody = 256 * 1024;
const mostConnections = 256;
/** Several requests may come over one connection before the first is answered. */
const mostAtOnce = 256;

const statusOf: Readonly<Record<Outcome, number>> = {
  kept: 200,
  not_signed: 401,
  not_text: 400,
  not_ready: 503,
  not_kept: 503,
};

/**
 * The server of deliveries. Everything that is not a POST to an endpoint is answered alike, before its body is read: an unknown company
 * like a wrong path. Size, time and number of connections are bounded.
 */
export async function deliveryServer(endpoints: readonly Endpoint[], metrics: Metrics): Promise<FastifyInstance> {
  const { fastify } = await import('fastify');
  const app = fastify({
    bodyLimit: largestBody,
    connectionTimeout: 15_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  });
  app.server.maxConnections = mostConnections;
  const byAddress = new Map(endpoints.map((endpoint) => [`/${endpoint.path}/${endpoint.company}`, endpoint]));
  const rejected = (reply: FastifyReply, status: number) => {
    count(metrics, 'rejected_requests_total', { status });
    return reply.code(status).header('connection', 'close').send();
  };
  // the signature is of the bytes, whatever they are said to be
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<Error & { statusCode?: number }>(async (error, _request, reply) => {
    await rejected(reply, error.statusCode ?? 500);
  });
  let atOnce = 0;
  app.addHook('onResponse', async () => {
    atOnce -= 1;
  });
  app.addHook('onRequest', async (request, reply) => {
    atOnce += 1;
    delete request.headers['content-type'];
    const isCompressed = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
    const isHere = request.method === 'POST' && byAddress.has(request.url);
    if (!isHere || isCompressed) return rejected(reply, isHere ? 415 : 404);
    if (atOnce > mostAtOnce) return rejected(reply, 503);
  });
  app.post('*', async (request, reply) => {
    const endpoint = byAddress.get(request.url);
    const { headers, body } = request;
    const delivered = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const outcome = await endpoint?.receive(delivered, {
      signature: headers['x-signature']?.toString(),
      eventType: headers['event-type']?.toString(),
    });
    const status = outcome === undefined ? 404 : statusOf[outcome];
    if (status === 503) reply.header('retry-after', '60');
    return reply.code(status).send();
  });
  return app;
}

/** The server for the operator: /healthz, /readyz and /metrics. */
export async function privateServer(endpoints: readonly Endpoint[], metrics: Metrics): Promise<FastifyInstance> {
  const { fastify } = await import('fastify');
  const app = fastify();
  app.get('/healthz', async () => 'ok\n');
  app.get('/readyz', async (_request, reply) => {
    const isReady = endpoints.every(({ state }) => state() === 'ready');
    const lines = endpoints.map(({ company, path, state }) => `/${path}/${company}: ${state()}\n`);
    return reply.code(isReady ? 200 : 503).send(lines.join(''));
  });
  app.get('/metrics', async (_request, reply) => {
    for (const { company, path, state } of endpoints)
      metrics.set(labelled('ready', { company, path }), Number(state() === 'ready'));
    const lines = [...metrics].sort().map(([name, value]) => `${name} ${value}\n`);
    return reply.type('text/plain; version=0.0.4').send(lines.join(''));
  });
  return app;
}
