import { TieoutError } from '../domain/tieout-error.ts';
import type { KeptLanding } from '../landing/kept-landing.ts';
import type { Verification } from '../landing/verify-landing.ts';
import { configurationKind } from './run-configuration.ts';
import { configurationNotKept, type RunMark, readRunMark } from './run-mark.ts';

const runsText = (count: number) => `${count} run${count === 1 ? '' : 's'}`;

/**
 * Proves that each run names a configuration that was recorded before it. With `isQuick` the marks are not read. A mark that is
 * damaged is a doubt of the landing zone.
 */
export async function verifyConfigurations(
  landing: KeptLanding,
  { isQuick }: { isQuick: boolean },
): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  const marks = landing.receipts().filter(({ kind }) => kind === 'run');
  if (marks.length === 0) return found;
  if (isQuick) {
    found.notProven.push('with which configuration runs were made (without --quick it is)');
    return found;
  }
  const kept = new Map<string, number>();
  for (const { kind, sha256, receipt_id } of landing.receipts())
    if (kind === configurationKind && !kept.has(sha256)) kept.set(sha256, receipt_id);
  const named: RunMark[] = [];
  let unrecorded = 0;
  for (const receipt of marks) {
    const mark = await readRunMark(landing, receipt).catch((error: unknown) => {
      if (error instanceof TieoutError) return undefined;
      throw error;
    });
    if (mark === undefined) continue;
    if (mark.configuration === null) unrecorded += 1;
    else if ((kept.get(mark.configuration) ?? mark.runId) < mark.runId) named.push(mark);
    else found.doubts.push(configurationNotKept(landing, mark));
  }
  const used = new Set(named.map(({ configuration }) => configuration)).size;
  if (named.length > 0)
    found.proven.push(
      `${runsText(named.length)} ${named.length === 1 ? 'names' : 'name'} the configuration with which ${named.length === 1 ? 'it was' : 'they were'} made, and ${used === 1 ? 'it is' : `all ${used} of them are`} kept`,
    );
  if (unrecorded > 0)
    found.notProven.push(
      `with which configuration ${runsText(unrecorded)} ${unrecorded === 1 ? 'was' : 'were'} made: ${unrecorded === 1 ? 'it is' : 'they are'} of a version that did not record it`,
    );
  return found;
}
