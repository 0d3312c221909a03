import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A local mail server and webhook receiver, and the messages that they received. */
export async function startNoticeServers() {
  const servers = {
    mails: [] as Buffer[],
    /** The logins at the mail server, whose password is `right p@ssword`. */
    logins: [] as string[],
    posts: [] as { signature: string; body: string }[],
    /** The status that the receiver responds with. */
    answer: 204,
  };
  const mailServer = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username = '', password }, _session, done) {
      if (password !== 'right p@ssword') return done(new Error('Wrong user or password'));
      servers.logins.push(username);
      return done(null, { user: username });
    },
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        servers.mails.push(Buffer.concat(parts));
        done();
      });
    },
  });
  const hook = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      servers.posts.push({ signature: String(request.headers['tieout-signature']), body });
      response.writeHead(servers.answer).end();
    });
  });
  await new Promise<void>((resolve) => void mailServer.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => void hook.listen(0, '127.0.0.1', resolve));
  return Object.assign(servers, {
    mailPort: (mailServer.server.address() as AddressInfo).port,
    hookPort: (hook.address() as AddressInfo).port,
    close: async () => {
      await new Promise<void>((resolve) => void mailServer.close(resolve));
      await new Promise((resolve) => void hook.close(resolve));
    },
  });
}
