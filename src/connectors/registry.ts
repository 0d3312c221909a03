import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeFolder } from '../package-root.ts';
import type { Connector } from './connector.ts';

const folder = join(codeFolder, 'connectors');

/** The manifest of each folder that has one, so that a connector is added by adding its folder. */
function manifests(): { name: string; path: string }[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => ['ts', 'js'].map((ending) => ({ name, path: join(folder, name, `manifest.${ending}`) })))
    .filter(({ path }) => existsSync(path));
}

async function readConnector({ name, path }: { name: string; path: string }): Promise<Connector> {
  const { connector }: { connector: Connector } = await import(pathToFileURL(path).href);
  if (connector.name !== name) throw new Error(`The connector in ${name} calls itself ${connector.name}.`);
  return connector;
}

/** Every connector, services before local sources, then by name. */
export const connectors: readonly Connector[] = (await Promise.all(manifests().map(readConnector))).sort(
  (a, b) => Number(a.access === 'local') - Number(b.access === 'local'),
);

/** The connectors that a company's configuration uses, in the order in which they run. */
export function connectorsOf(company: object): Connector[] {
  return connectors.filter((connector) => connector.isConfigured(company));
}
