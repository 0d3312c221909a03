import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import type { PurchaseChoices } from '../src/gateway/purchase/choices.ts';
import { gatewayWebhookRecord } from './gateway-records.ts';
import { startShop } from './purchase-harness.ts';

export const HOOK = 'https://merchant.example/hooks';

export type Received = { path: string; host: string; signature: string; body: string; event: string; id: string };

/** A merchant's endpoint that records what it receives and responds as set for the event, by default 200. */
export async function merchantEndpoint(answer: (received: Received) => number | 'silence' = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { event_type: event, id } = JSON.parse(body);
    const one = {
      path: request.url ?? '',
      host: request.headers.host ?? '',
      signature: String(request.headers['x-signature']),
      body,
      event,
      id,
    };
    received.push(one);
    const status = answer(one);
    if (status === 'silence') {
      request.socket.destroy();
      return;
    }
    response.statusCode = status;
    if (status === 302) response.setHeader('location', '/elsewhere');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { received, origin: `http://127.0.0.1:${port}`, events: () => received.map(({ event }) => event) };
}

/** A shop whose callbacks and webhooks all arrive at an endpoint of its own. */
export async function startHeard(
  answer?: Parameters<typeof merchantEndpoint>[0],
  choices: Partial<PurchaseChoices> = {},
) {
  const endpoint = await merchantEndpoint(answer);
  const shop = await startShop({ purchases: { deliverTo: endpoint.origin, ...choices } });
  const listen = async (...events: string[]) => {
    const body = events.length === 0 ? { all_events: true } : { events };
    return gatewayWebhookRecord.parse(
      (await shop.post('/webhooks/', { title: 'Ledger', callback: HOOK, ...body })).body,
    );
  };
  const deliveries = async () => (await shop.admin.inject('/gateway/deliveries')).json();
  return { ...shop, ...endpoint, endpoint, listen, deliveries };
}
