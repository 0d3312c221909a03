import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { connectorFolders, sqlRoot, sqlStatements } from './sql-files.ts';

const folders = ['schema', 'staging', 'load', 'core', 'match', 'reconcile', 'check', 'verdict', 'mart'];

async function computed(root: string): Promise<string> {
  const connectors = await connectorFolders(root);
  const all = [
    ...folders,
    ...connectors.map(({ folder }) => folder),
    ...connectors.flatMap(({ folder, hasSchema }) => (hasSchema ? [`${folder}/schema`] : [])),
  ];
  const hash = createHash('sha256');
  for (const files of await Promise.all(all.map((folder) => sqlStatements(folder, root))))
    for (const { path, name, text } of files)
      hash.update(path).update('\0').update(name).update('\0').update(text).update('\0');
  // the results contain the sentences
  hash.update(await readFile(join(packageRoot, 'messages', 'en.ftl')));
  return hash.digest('hex');
}

const known = new Map<string, Promise<string>>();

/**
 * The sha256 of the rules of this version: the statements of sql/ that compute figures, and the English sentences. The files of an
 * installation do not change while a process runs, so they are read once.
 */
export function rulesFingerprint(root = sqlRoot): Promise<string> {
  const fingerprint = known.get(root) ?? computed(root);
  known.set(root, fingerprint);
  return fingerprint;
}
