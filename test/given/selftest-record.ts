import { recordSelftest } from '../../src/close/selftest-record.ts';
import { dataPaths } from '../../src/config/data-paths.ts';
import { programVersion } from '../../src/program-version.ts';
import { rulesFingerprint } from '../../src/warehouse/rules-fingerprint.ts';

/** Records a selftest of this version in a data directory, as `tieout selftest` does; it takes minutes. */
export async function givenSelftest(dataDir: string, { silent = 0 } = {}): Promise<void> {
  await recordSelftest(dataPaths(dataDir).selftest, {
    version: programVersion,
    rules_sha256: await rulesFingerprint(),
    made_at: '2026-11-01T00:00:00Z',
    fired: 100,
    silent,
  });
}
