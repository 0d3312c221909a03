import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { type GivenServer, givenServer } from './server.ts';

/** Changes the text of an answer; `path` is that of the request, without its query. */
export type Alter = (text: string, path: string) => string;

/** A gateway that passes each request on to the sandbox and changes the answers. Its URL replaces that of the sandbox in them. */
export async function startAlteringGateway(sandbox: RunningSandbox, alter: Alter): Promise<GivenServer> {
  const { origin, pathname } = new URL(sandbox.gatewayUrl);
  const server = await givenServer(async ({ method, path, headers, body }, response) => {
    const answer = await fetch(origin + path, {
      method,
      headers: Object.fromEntries(
        ['authorization', 'content-type'].flatMap((name) =>
          typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
        ),
      ),
      ...(body === '' ? {} : { body }),
    });
    const text = (await answer.text()).replaceAll(origin, server.url);
    const type = answer.headers.get('content-type');
    response.writeHead(answer.status, type === null ? {} : { 'content-type': type });
    response.end(alter(text, path.split('?', 1)[0] ?? ''));
  });
  return { ...server, url: server.url + pathname.replace(/\/$/, '') };
}
