import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

export type Received = { path: string; host: string; signature: string; body: string; event: string; id: string };

/** A merchant's endpoint that notes what it receives, and answers as it is told: by the event, else 200. */
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
