import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { packageRoot } from '../../src/package-root.ts';

const folder = join(packageRoot, 'test', 'given', 'tls');
/** The certificate of gateway.example and files.example, which NODE_EXTRA_CA_CERTS makes trusted. */
export const certificatePath = join(folder, 'certificate.pem');

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

/** A real CONNECT proxy on loopback, which leads every host to one server on this machine, over TLS as gateway.example. */
export async function givenProxy(targetPort: number) {
  const given = {
    /** What was asked for, and with which credentials. */
    tunnels: [] as { host: string; authorization: string | undefined }[],
    /** Each is refused with this status; none where it is 200. */
    status: 200,
  };
  const open = new Set<Socket>();
  const held = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    return socket;
  };
  const joined = (one: Socket, other: Socket) => one.pipe(other).pipe(one);
  const encrypted = createTlsServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(certificatePath) },
    (socket) => void joined(held(socket), held(connect(targetPort, '127.0.0.1'))),
  );
  encrypted.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => encrypted.listen(0, '127.0.0.1', resolve));
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request, socket: Socket) => {
    held(socket);
    given.tunnels.push({ host: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    if (given.status !== 200) return void socket.end(`HTTP/1.1 ${given.status} Refused\r\n\r\n`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    joined(socket, held(connect(portOf(encrypted), '127.0.0.1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(given, {
    port: portOf(server),
    close: async () => {
      for (const socket of open) socket.destroy();
      await Promise.all([server, encrypted].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  });
}
