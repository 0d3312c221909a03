import { z } from 'zod';
import { addressOf } from './alter-json.ts';

const fields = z.record(z.string(), z.unknown());

/** The effect of a fault. */
const effect = z.discriminatedUnion('kind', [
  /** Sends this status instead of the service's response, with `Retry-After` if given. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retry_after: z.union([z.int().min(0), z.string()]).optional(),
    body: z.unknown().optional(),
  }),
  z.object({ kind: z.literal('slow'), milliseconds: z.int().min(0).max(3_600_000) }),
  /** Breaks the connection within the body: by default in the middle, or after 1000 bytes of a stream. */
  z.object({ kind: z.literal('cut_off'), at_byte: z.int().min(0).optional() }),
  /** Sends the body one byte at a time, with this pause before each. */
  z.object({ kind: z.literal('drip'), milliseconds: z.int().min(1).max(3_600_000).default(1000) }),
  /** Truncates the body without a protocol error, so that only the content shows it. */
  z.object({ kind: z.literal('truncate'), at_byte: z.int().min(0).optional() }),
  /** Changes some bytes of the body. */
  z.object({ kind: z.literal('corrupt') }),
  /** Sends a web page instead of a file or JSON, by default with status 200. */
  z.object({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200) }),
  z.object({
    kind: z.literal('redirect'),
    location: z.url(),
    status: z.literal([301, 302, 303, 307, 308]).default(302),
  }),
  /** Sets fields in the response or in the records of its list: adds unknown fields or changes values. */
  z.object({
    kind: z.literal('set_fields'),
    fields,
    in: z.enum(['body', 'every_record', 'first_record']).default('body'),
  }),
  z.object({
    kind: z.literal('remove_fields'),
    names: z.array(z.string()).min(1),
    in: z.enum(['body', 'every_record', 'first_record']).default('body'),
  }),
  /** Sends the records of the previous page again instead of the requested page of a list. */
  z.object({ kind: z.literal('repeat_page') }),
  /** Simulates rows added while a list is read: the last records of a page appear again at the head of the next page. */
  z.object({ kind: z.literal('shift_pages'), rows: z.int().min(1).default(1) }),
  /** Shifts the server's clock for request signatures and the Date header. */
  z.object({ kind: z.literal('skew_clock'), seconds: z.int() }),
  /** The statement stays in the status processing. */
  z.object({ kind: z.literal('statement_never_ends') }),
  /** The statement gets this status, for example failed or an unknown status. */
  z.object({ kind: z.literal('statement_status'), status: z.string().default('failed') }),
  /** The download link has expired. */
  z.object({ kind: z.literal('download_expired'), status: z.literal([403, 404, 410]).default(403) }),
]);

/** Every effect that can be injected. */
export const effectKinds = effect.options.map(({ shape }) => shape.kind.value);

/** A fault to inject: its effect, the requests that it applies to, and how often. */
export const faultRule = z.object({
  service: z.enum(['gateway', 'payout']),
  method: z.string().toUpperCase().optional(),
  /** The end of the path, with `*` for any text: `/send/send_limits`, `/company_statements/*`. The query is ignored. */
  path: z.string().default('*'),
  /** The number of matching requests that the fault applies to; null for all. */
  times: z.int().min(1).nullable().default(1),
  /** The number of matching requests to skip first. With 1, a record changes after it was read once. */
  after: z.int().min(0).default(0),
  effect,
});

export type FaultRule = z.input<typeof faultRule>;
export type Effect = z.infer<typeof effect>;
/** An injected fault, with the number of matching requests so far and the number of requests that it was applied to. */
export const fault = faultRule.extend({ id: z.int(), seen: z.int(), harmed: z.int() });
export type Fault = z.infer<typeof fault>;

/** The injected faults. `order` throws a ZodError if the fault is invalid. */
export type Faults = {
  order(order: unknown): Fault;
  list(): Fault[];
  /** Removes the fault with this id; without an id, removes all faults. */
  cancel(id?: number): void;
  /** Counts a request and returns the effects for it, in the order of injection. `url` is path and query. */
  take(service: string, method: string, url: string): Effect[];
  /** Whether any fault of the service needs the earlier pages of a list. */
  concernPages(service: string): boolean;
};

/** Faults of an earlier run (`kept`) keep their counts; `orders` are added to them. */
export function createFaults(orders: readonly FaultRule[] = [], kept: readonly Fault[] = []): Faults {
  let faults: Fault[] = [...kept];
  let lastId = Math.max(0, ...kept.map(({ id }) => id));
  const order = (given: unknown): Fault => {
    lastId += 1;
    const placed = { ...faultRule.parse(given), id: lastId, seen: 0, harmed: 0 };
    faults.push(placed);
    return placed;
  };
  for (const one of orders) order(one);
  return {
    order,
    list: () => faults,
    cancel: (id) => {
      faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
    },
    take: (service, method, url) =>
      faults.filter((fault) => matches(fault, service, method, url) && isHarmed(fault)).map((fault) => fault.effect),
    concernPages: (service) => faults.some((fault) => fault.service === service && isOfPages(fault)),
  };
}

const isOfPages = ({ effect }: Fault) => effect.kind === 'repeat_page' || effect.kind === 'shift_pages';

function matches(fault: Fault, service: string, method: string, url: string): boolean {
  if (fault.service !== service) return false;
  if (fault.method !== undefined && fault.method !== method) return false;
  // the first page has no previous page, so the fault skips it and does not count it
  if (isOfPages(fault) && addressOf(url).position === 0) return false;
  const path = url.split('?', 1)[0] ?? '';
  return pathPattern(fault.path).test(path.length > 1 ? path.replace(/\/$/, '') : path);
}

function pathPattern(pattern: string): RegExp {
  const literal = pattern
    .replace(/\/$/, '')
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`${literal.join('.*')}$`);
}

function isHarmed(fault: Fault): boolean {
  fault.seen += 1;
  if (fault.seen <= fault.after) return false;
  if (fault.times !== null && fault.harmed >= fault.times) return false;
  fault.harmed += 1;
  return true;
}
