import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { alterBytes } from './alter-bytes.ts';
import { alterJson, createPageMemory, plainEffect } from './alter-json.ts';
import type { Effect, Faults } from './fault.ts';

const WEB_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body><h1>Service notice</h1></body></html>\n';

/**
 * Applies the injected faults between a server and its clients. Call it before the server's routes are registered.
 * Returns a function that gives the clock error of a request, in milliseconds.
 */
export function installFaults(
  app: FastifyInstance,
  service: 'gateway' | 'payout',
  faults: Faults,
  now: () => number,
): (request: FastifyRequest) => number {
  const taken = new WeakMap<FastifyRequest, Effect[]>();
  const skewOf = (request: FastifyRequest) =>
    (taken.get(request) ?? []).reduce((sum, one) => sum + (one.kind === 'skew_clock' ? one.seconds * 1000 : 0), 0);
  const pages = createPageMemory();

  app.addHook('onRequest', async (request, reply) => {
    const effects = faults.take(service, request.method, request.url);
    if (effects.length === 0) return;
    taken.set(request, effects);
    for (const effect of effects) {
      if (effect.kind === 'slow') await sleep(effect.milliseconds);
      if (answerInstead(effect, reply)) return reply;
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const effects = taken.get(request) ?? [];
    if (faults.concernPages(service) && typeof payload === 'string') pages.read(request.url, payload);
    if (effects.length === 0) return payload;
    const skew = skewOf(request);
    if (skew !== 0) void reply.header('date', new Date(now() + skew).toUTCString());
    let altered: unknown = payload;
    if (typeof altered === 'string') {
      for (const effect of effects) altered = alterJson(String(altered), plainEffect(effect), request.url, pages);
    }
    for (const effect of effects) altered = alterBytes(altered, effect, reply);
    return altered;
  });
  return skewOf;
}

/** Responds instead of the service if the effect asks for it, and returns whether it responded. */
function answerInstead(effect: Effect, reply: FastifyReply): boolean {
  switch (effect.kind) {
    case 'status': {
      if (effect.retry_after !== undefined) void reply.header('retry-after', String(effect.retry_after));
      const body = effect.body ?? { message: 'Injected fault', code: effect.status, data: {} };
      if (typeof body === 'string') void reply.type('text/plain; charset=utf-8');
      void reply.code(effect.status).send(body);
      return true;
    }
    case 'html':
      void reply.code(effect.status).type('text/html; charset=utf-8').send(WEB_PAGE);
      return true;
    case 'redirect':
      void reply.code(effect.status).header('location', effect.location).send();
      return true;
    case 'download_expired':
      void reply
        .code(effect.status)
        .type('application/xml')
        .send(
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>\n',
        );
      return true;
    default:
      return false;
  }
}
