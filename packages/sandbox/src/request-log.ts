import type { FastifyInstance, FastifyRequest } from 'fastify';

export type LoggedRequest = {
  /** The time on the sandbox's clock. */
  at: string;
  service: 'gateway' | 'payout';
  method: string;
  /** The path without the query. */
  path: string;
  status: number;
  /** The reason of a refusal, even if the response does not give it. */
  reason: string | null;
};

export type RequestLog = {
  add(entry: LoggedRequest): void;
  /** The latest requests, newest first. */
  list(): LoggedRequest[];
};

const KEPT = 1000;
const reasons = new WeakMap<FastifyRequest, string>();

/** Records why a request is refused. */
export function noteReason(request: FastifyRequest, reason: string): void {
  reasons.set(request, reason);
}

/** Keeps the latest requests. `write` gets a line for each refused request. */
export function createRequestLog(write: (line: string) => void = () => {}): RequestLog {
  const entries: LoggedRequest[] = [];
  return {
    add: (entry) => {
      entries.push(entry);
      if (entries.length > KEPT) entries.shift();
      const { at, service, method, path, status, reason } = entry;
      if (status >= 400) write(`${at} ${service} ${method} ${path} ${status}${reason === null ? '' : `: ${reason}`}`);
    },
    list: () => [...entries].reverse(),
  };
}

/** Logs every request of a service. */
export function logRequests(
  app: FastifyInstance,
  service: LoggedRequest['service'],
  log: RequestLog,
  now: () => number,
): void {
  app.addHook('onResponse', async (request, reply) => {
    log.add({
      at: new Date(now()).toISOString(),
      service,
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      status: reply.statusCode,
      reason: reasons.get(request) ?? null,
    });
  });
}
