import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packDoubts } from '../../src/close/pack-doubts.ts';
import { completePack, hashesOf, sha256OfText } from '../../src/close/pack-sums.ts';
import { refuseReplacing } from '../../src/close/record-close.ts';

const manifestText = JSON.stringify({ files: [{ name: 'acme.xlsx', sha256: sha256OfText('a workbook') }] });
const manifest = { name: '2026-10 v1', text: manifestText, sha256: sha256OfText(manifestText) };

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-pack-'));
  writeFileSync(join(folder, 'acme.xlsx'), 'a workbook');
  writeFileSync(join(folder, 'manifest.json'), manifestText);
  return folder;
}

test('The hashes cover every other file, in the format of sha256sum', async () => {
  const folder = givenFolder();
  const sums = await completePack(folder, [{ name: 'statement-MYR.pdf', bytes: Buffer.from('a page') }]);
  expect(sums).toBe(
    [
      `${sha256OfText('a workbook')}  acme.xlsx\n`,
      `${manifest.sha256}  manifest.json\n`,
      `${sha256OfText('a page')}  statement-MYR.pdf\n`,
    ].join(''),
  );
  expect(hashesOf(sums).get('statement-MYR.pdf')).toBe(sha256OfText('a page'));
  expect(await packDoubts(folder, { ...manifest, sums })).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('A folder that landing has no record of is never replaced', async () => {
  const folder = givenFolder();
  await expect(refuseReplacing(folder, '2026-10 v1')).rejects.toMatchObject({
    code: 'PACK_NOT_RECORDED',
    exitStatus: 4,
  });
  await refuseReplacing(join(folder, 'v1'), '2026-10 v1');
  rmSync(folder, { recursive: true });
});
