import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { isSpanOnly, jsonLines, normaliseHeader } from 'tieout-files';
import { readObject } from '../../disk/object.ts';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { FileRecord, RecordReader } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { isOfReceiver, readDeliveries } from '../read-deliveries.ts';
import { fileColumns } from './columns.ts';

type Column = keyof typeof fileColumns.callbacks;
type ColumnAliases = ReadingTerms['aliases'];
type PublicKey = { id: string; key: KeyObject };

function columnOf(name: string, aliases: ColumnAliases): Column | undefined {
  const normal = normaliseHeader(name);
  const columns: Record<Column, readonly string[]> = fileColumns.callbacks;
  return (['received_at', 'signature', 'body'] as const).find((column) => {
    const configured = (aliases[column] ?? []).map(normaliseHeader);
    return (configured.length > 0 ? configured : columns[column]).includes(normal);
  });
}

/** The known keys of a line; the signature may also be among `headers`, as it was received. */
function cellsOf(record: object, aliases: ColumnAliases): Map<Column, unknown> {
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

function isSigned(body: string, signature: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(body).verify(key, signature, 'base64');
}

function callbackOf(line: number, record: object, text: string, aliases: ColumnAliases, keys: PublicKey[]): FileRecord {
  const cells = cellsOf(record, aliases);
  const body = cells.get('body');
  if (typeof body !== 'string')
    return { line, problem: 'The line has no body as text, as it was received and signed.', text };
  const signature = cells.get('signature');
  const signer =
    typeof signature === 'string' ? keys.find(({ key }) => isSigned(body, signature.trim(), key)) : undefined;
  return {
    line,
    cells: { received_at: String(cells.get('received_at') ?? ''), body, signed_by: signer?.id ?? '' },
  };
}

/**
 * The callbacks of a file, one JSON object a line: body, time of receipt, and the key that verifies the signature (empty where no key
 * verifies it). The first line may instead state the days that the file covers. The signature covers the bytes of the body, so a body
 * that was parsed and written again proves nothing. The keys are the company's public keys in landing. Throws CALLBACK_KEY_MISSING.
 */
export const readCallbacks: RecordReader = async function* (file, given) {
  if (isOfReceiver(file)) return yield* readDeliveries(file, given);
  const {
    reading: { aliases },
    earlier,
  } = given;
  const keys = await Promise.all(
    [...new Map(earlier('public_key').map((key) => [key.sha256, key])).values()]
      .sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
      .map(async (key) => ({ id: key.sha256.slice(0, 12), key: createPublicKey(await readObject(key)) })),
  );
  if (keys.length === 0) {
    throw new TieoutError({
      code: 'CALLBACK_KEY_MISSING',
      message: 'No public key is known with which the callbacks could be verified.',
      remedy:
        "Name the files with your webhooks' public keys under books.callbacks.public_keys, or configure the company's gateway.",
      place: { file: file.file_name },
      exitStatus: 4,
    });
  }
  let isFirst = true;
  for await (const entry of jsonLines({ path: file.path, fileName: file.file_name, title: 'callback file' })) {
    if ('record' in entry && isFirst && isSpanOnly(Object.keys(entry.record)))
      yield { line: entry.line, above: entry.text };
    else if ('record' in entry) yield callbackOf(entry.line, entry.record, entry.text, aliases, keys);
    else yield { line: entry.line, problem: entry.problem, text: entry.text };
    isFirst = false;
  }
};
