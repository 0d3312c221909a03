import { connectorFolders, sqlStatements } from '../../src/warehouse/sql-files.ts';

export type StatedKey = { object: string; key: string[]; path: string };

const tablesAndViews = /((?:^--[^\n]*\n)+)create (?:table|or replace view) (\w+\.\w+)/gm;

/** The key in the head of each table and view. */
export async function statedKeys(): Promise<StatedKey[]> {
  const connectors = await connectorFolders();
  const folders = [
    'schema',
    ...connectors.flatMap(({ folder, hasSchema }) => (hasSchema ? [folder, `${folder}/schema`] : [folder])),
    ...['core', 'match', 'mart'],
  ];
  const files = (await Promise.all(folders.map((folder) => sqlStatements(folder)))).flat();
  const stated = files.flatMap(({ path, text }) =>
    [...text.matchAll(tablesAndViews)].map(([, head = '', object = '']) => ({
      // the table has the rows that the view gives
      object: object
        .replace(/^publish\./, 'mart.')
        .replace(/^derive\.decision_/, 'recon.decision_')
        .replace(/^derive\./, 'core.'),
      key: (/^-- key: (.+)$/m.exec(head)?.[1] ?? '').split(', '),
      path,
    })),
  );
  return stated.filter(({ key }) => key[0] !== 'none');
}
