import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from './duckdb-values.ts';
import { noteMadeWith } from './prepare-warehouse.ts';
import { madeWith } from './warehouse-version.ts';

/** The block length of SHA-256, to which HMAC pads its key (RFC 2104). */
const blockLength = 64;

/** The bytes that HMAC hashes before the text (0x36) and before that hash (0x5c), as hexadecimal digits. */
const padded = (key: Buffer, by: number) =>
  Buffer.from(Buffer.concat([key, Buffer.alloc(blockLength - key.length)]).map((byte) => byte ^ by)).toString('hex');

const part = 'customer_key';

/**
 * Gives a writer the secret key of its company for staging.customer_key. Where the kept customer keys were made with another key, they are
 * made again. The key is in the session only, never in the database.
 */
export async function useCustomerKey(connection: DuckDBConnection, key: Buffer): Promise<void> {
  await execute(connection, 'set variable customer_key_inner = unhex($digits)', { digits: padded(key, 0x36) });
  await execute(connection, 'set variable customer_key_outer = unhex($digits)', { digits: padded(key, 0x5c) });
  const fingerprint = createHash('sha256')
    .update(`customer_key ${key.toString('hex')}`)
    .digest('hex')
    .slice(0, 16);
  if ((await madeWith(connection))?.get(part) === fingerprint) return;
  for (const table of ['core.payment', 'core.merchant_order'])
    await execute(connection, `update ${table} set customer_key = staging.customer_key(customer_email, customer_name)`);
  await noteMadeWith(connection, part, fingerprint);
}
