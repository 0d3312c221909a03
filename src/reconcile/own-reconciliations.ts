import type { DuckDBConnection } from '@duckdb/node-api';
import { storedOwnFiles } from '../warehouse/own-definitions.ts';
import { ownFileWrong } from '../warehouse/own-files.ts';
import { checkContract } from './contract.ts';
import { problemOfPass, readPassMeaning, remedyOfPass } from './matching/own-pass.ts';
import { allReconciliations, isOwn } from './reconciliations.ts';
import { checkOwnCorruptions } from './run-selftest.ts';

/**
 * Checks the user's own reconciliations and corruptions before any is run: head, columns, passes and names (RECONCILIATION_HEAD_WRONG,
 * RECONCILIATION_CONTRACT_BROKEN, OWN_FILE_WRONG, OWN_NAME_TAKEN; exit status 2).
 */
export async function checkOwnReconciliations(connection: DuckDBConnection): Promise<void> {
  const files = await storedOwnFiles(connection);
  if (files.length === 0) return;
  const passes = [
    ...(await readPassMeaning()).map(({ name }) => name),
    ...files.flatMap(({ kind, name }) => (kind === 'pass' ? [name.replace(/^match_/, '')] : [])),
  ];
  for (const own of (await allReconciliations(connection)).filter(isOwn)) {
    const file = files.find(({ path, name }) => path === own.path && name === own.name);
    for (const declared of own.passes) {
      const wrong = await problemOfPass(connection, passes, { ...declared, file: own.path });
      if (file !== undefined && wrong !== undefined)
        throw ownFileWrong(file, `${wrong.problem} ${remedyOfPass(wrong)}`.slice(0, -1));
    }
    if (file !== undefined && own.passes.length > 0 && !own.hasRecords)
      throw ownFileWrong(file, `it declares match passes but has no ${own.name}_record.sql, which gives the records`);
    await checkContract(connection, own);
  }
  await checkOwnCorruptions(connection);
}
