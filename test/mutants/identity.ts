import type { Connector } from '../../src/connectors/connector.ts';
import { differences, identityChanged, merged } from '../../src/connectors/pinned-identity.ts';
import { connectors } from '../../src/connectors/registry.ts';
import type { TieoutError } from '../../src/domain/tieout-error.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { bytesOf } from './bytes.ts';
import type { Change } from './mutation.ts';
import type { World } from './world.ts';

const read = async (known: NonNullable<Connector['identity']>['known'], bytes: Buffer) => {
  try {
    return await known.read(JSON.parse(bytes.toString('utf8')));
  } catch {
    // what is no JSON names nobody
    return {};
  }
};

/**
 * What a run says, before it keeps an answer, of one that names another company or account. The merchant is known from earlier runs,
 * with what the answers of its world name.
 */
export async function identityRefusal(
  { company, files }: World,
  file: LandedFile,
  { bytes }: Change,
): Promise<TieoutError | undefined> {
  const connector = connectors.find(({ identity }) => identity?.known.kind === file.kind);
  if (connector?.identity === undefined || bytes === undefined) return undefined;
  const { known } = connector.identity;
  const before = files.filter(({ kind }) => kind === file.kind);
  const pinned = merged(...(await Promise.all(before.map((each) => read(known, bytesOf(each))))));
  const differing = differences(pinned, await read(known, bytes));
  return differing.length === 0 ? undefined : identityChanged(company.name, connector.title, differing);
}
