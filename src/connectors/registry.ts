import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connector } from './connector.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Folders of this one that hold a manifest: adding a connector is adding its folder. */
function connectorFolders(): string[] {
  return readdirSync(here)
    .filter((name) => ['ts', 'js'].some((ending) => existsSync(join(here, name, `manifest.${ending}`))))
    .sort();
}

async function readConnector(folder: string): Promise<Connector> {
  const { connector }: { connector: Connector } = await import(`./${folder}/manifest.ts`);
  if (connector.name !== folder) throw new Error(`The connector in ${folder} calls itself ${connector.name}.`);
  return connector;
}

/** Every connector, services before local sources, then by name. */
export const connectors: readonly Connector[] = (await Promise.all(connectorFolders().map(readConnector))).sort(
  (a, b) => Number(a.access === 'local') - Number(b.access === 'local'),
);

/** The connectors that a company's configuration uses, in the order in which they work. */
export function connectorsOf(company: object): Connector[] {
  return connectors.filter((connector) => connector.isConfigured(company));
}
