import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { DecisionConfig } from '../config/decision-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/nearest.ts';
import { readPublicKey } from '../domain/ssh-signature.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { allReconciliations } from '../reconcile/reconciliations.ts';
import { execute, readRows, textOf } from '../warehouse/duckdb-values.ts';

/**
 * Refuses a kind of item that does not exist (ITEM_KIND_UNKNOWN; exit status 2), because a misspelt kind would silently require no
 * second approval.
 */
export async function refuseUnknownItemKinds(
  connection: DuckDBConnection,
  { decision, path }: LoadedConfig,
): Promise<void> {
  if (decision.second_approval_for_items.length === 0) return;
  const outcomes = await readRows(connection, 'select outcome from recon.outcome where is_open order by list_order');
  const reconciliations = await allReconciliations(connection);
  const known = [...outcomes.map((row) => textOf(row, 'outcome')), ...reconciliations.map(({ name }) => name)];
  for (const kind of decision.second_approval_for_items) {
    if (known.includes(kind)) continue;
    const near = nearest(kind, known);
    throw new TieoutError({
      code: 'ITEM_KIND_UNKNOWN',
      message: `No outcome and no reconciliation is named ${kind}${near === undefined ? '.' : `; did you mean "${near}"?`}`,
      remedy: `There are: ${known.join(', ')}.`,
      place: { file: path, key: 'decision.second_approval_for_items' },
      exitStatus: 2,
    });
  }
}

/** Writes the keys whose signatures count. */
export async function writeSigningKeys(
  connection: DuckDBConnection,
  { keys }: Pick<DecisionConfig, 'keys'>,
  { zone }: Pick<CompanyConfig, 'zone'>,
): Promise<void> {
  await execute(connection, 'delete from core.signing_key');
  for (const { person, key, until } of keys) {
    const { fingerprint } = readPublicKey(key) ?? {};
    if (fingerprint === undefined) throw new TypeError('the configuration has checked each key');
    await execute(
      connection,
      `insert into core.signing_key
       values (lower(trim($person)), $fingerprint, timezone($zone, ($until::date + interval 1 day)::timestamp))`,
      { person, fingerprint, until: until ?? null, zone },
    );
  }
}
