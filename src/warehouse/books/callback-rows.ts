import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type BookAliases, bookColumns } from '../../connectors/files/columns.ts';
import { normaliseHeader } from '../statement/columns.ts';
import type { BookLine } from './book-rows.ts';

export type CallbackKey = { id: string; pem: string };

type Column = keyof typeof bookColumns.callbacks;

function columnOf(name: string, aliases: BookAliases): Column | undefined {
  const normal = normaliseHeader(name);
  const columns: Record<Column, readonly string[]> = bookColumns.callbacks;
  return (['received_at', 'signature', 'body'] as const).find((column) =>
    [...columns[column], ...(aliases[column] ?? []).map(normaliseHeader)].includes(normal),
  );
}

/** The keys of a line that are known; a signature may also stand among `headers`, as it came. */
function cellsOf(record: object, aliases: BookAliases): Map<Column, unknown> {
  const cells = new Map<Column, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (normaliseHeader(name) === 'headers' && typeof value === 'object' && value !== null) {
      for (const [header, text] of Object.entries(value)) {
        if (columnOf(header, aliases) === 'signature') cells.set('signature', text);
      }
      continue;
    }
    const column = columnOf(name, aliases);
    if (column !== undefined) cells.set(column, value);
  }
  return cells;
}

function recordOf(text: string): object | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return typeof record === 'object' && record !== null && !Array.isArray(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(body: string, signature: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(body).verify(key, signature, 'base64');
}

/**
 * The lines of a file of callbacks, one JSON object a line: what was received, when, and by which of the keys it is
 * signed (empty: by none). The signature is over the body's bytes, so a body that was parsed and written anew proves nothing.
 */
export async function* callbackLines(
  path: string,
  aliases: BookAliases,
  keys: readonly CallbackKey[],
): AsyncGenerator<BookLine> {
  const loaded = keys.map(({ id, pem }) => ({ id, key: createPublicKey(pem) }));
  let line = 0;
  for await (const raw of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    const record = recordOf(text);
    if (record === undefined) {
      yield { line, problem: 'The line is not a JSON object.', text };
      continue;
    }
    const cells = cellsOf(record, aliases);
    const body = cells.get('body');
    if (typeof body !== 'string') {
      yield { line, problem: 'The line has no body as text, as it was received and signed.', text };
      continue;
    }
    const signature = cells.get('signature');
    const receivedAt = cells.get('received_at') ?? '';
    const signer =
      typeof signature === 'string' ? loaded.find(({ key }) => isSigned(body, signature.trim(), key)) : undefined;
    yield { line, cells: { received_at: String(receivedAt), body, signed_by: signer?.id ?? '' } };
  }
}
