import type { FastifyInstance } from 'fastify';

/** Parses JSON bodies. An empty body is accepted as a missing body. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('Not JSON.'), { statusCode: 400 }), undefined);
    }
  });
}
