import type { Effect } from './fault.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps the pages of lists, so that a response can repeat records of the previous page. */
export type PageMemory = {
  read(url: string, body: string): void;
  /** The records of the page before the page at this address. */
  previous(url: string): unknown[] | undefined;
};

export function createPageMemory(): PageMemory {
  const lists = new Map<string, Map<number, unknown[]>>();
  return {
    read: (url, body) => {
      const { list, position } = addressOf(url);
      const results = resultsOf(parse(body));
      if (results !== undefined) lists.set(list, (lists.get(list) ?? new Map()).set(position, results));
    },
    previous: (url) => {
      const { list, position } = addressOf(url);
      const pages = lists.get(list) ?? new Map<number, unknown[]>();
      return pages.get(Math.max(...[...pages.keys()].filter((one) => one < position)));
    },
  };
}

/** The list of an address, and the position of the page in it; 0 is the first. The payout service counts pages, the gateway records. */
export function addressOf(url: string): { list: string; position: number } {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const position = searchParams.has('cursor')
    ? Number(searchParams.get('cursor'))
    : Number(searchParams.get('page') ?? '1') - 1;
  for (const name of ['page', 'cursor']) searchParams.delete(name);
  return { list: `${pathname}?${searchParams}`, position };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const resultsOf = (body: unknown) => (isObject(body) && Array.isArray(body.results) ? body.results : undefined);

/** Turns an effect on statements into `set_fields`. Other effects are returned unchanged. */
export function plainEffect(effect: Effect): Effect {
  if (effect.kind !== 'statement_never_ends' && effect.kind !== 'statement_status') return effect;
  const status = effect.kind === 'statement_status' ? effect.status : 'processing';
  return { kind: 'set_fields', fields: { status, download_url: null, finished_on: null }, in: 'body' };
}

/** Applies an effect to a JSON response. Anything else is returned unchanged. */
export function alterJson(text: string, effect: Effect, url: string, pages: PageMemory): string {
  if (!['set_fields', 'remove_fields', 'repeat_page', 'shift_pages'].includes(effect.kind)) return text;
  const body = parse(text);
  if (!isObject(body)) return text;
  if (effect.kind === 'set_fields') {
    for (const target of targetsOf(body, effect.in)) Object.assign(target, effect.fields);
  } else if (effect.kind === 'remove_fields') {
    for (const target of targetsOf(body, effect.in)) for (const name of effect.names) delete target[name];
  } else {
    const results = resultsOf(body);
    const previous = pages.previous(url);
    if (results === undefined || previous === undefined) return text;
    body.results = effect.kind === 'repeat_page' ? previous : shifted(previous, results, effect, isLastPage(body));
  }
  return JSON.stringify(body);
}

/** The page as it looks after rows were inserted at the head of the list. Only the last page grows. */
function shifted(previous: unknown[], results: unknown[], effect: Effect, isLast: boolean): unknown[] {
  const rows = effect.kind === 'shift_pages' ? effect.rows : 0;
  const moved = [...previous.slice(-rows), ...results];
  return isLast ? moved : moved.slice(0, results.length);
}

function isLastPage(body: Json): boolean {
  const pagination = isObject(body.meta) ? body.meta.pagination : undefined;
  return isObject(pagination) ? pagination.next_page === null : body.next === null;
}

function targetsOf(body: Json, where: 'body' | 'every_record' | 'first_record'): Json[] {
  if (where === 'body') return [body];
  const records = (resultsOf(body) ?? []).filter(isObject);
  return where === 'first_record' ? records.slice(0, 1) : records;
}
