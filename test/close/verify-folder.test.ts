import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completePack, sha256OfText } from '../../src/close/pack-sums.ts';
import { packFoldersIn, verifyFolder } from '../../src/close/verify-folder.ts';
import { givenSigner } from '../given/ssh-signer.ts';

/** Writes a pack into a folder of closed months; `previous` names the pack before it. */
async function givenPack(
  root: string,
  month: string,
  previous: object | null,
  signer?: ReturnType<typeof givenSigner>,
): Promise<string> {
  const folder = join(root, month, 'acme', 'v1');
  mkdirSync(join(folder, 'tables'), { recursive: true });
  const files = ['acme.xlsx', 'tables/item.parquet'].map((name) => {
    writeFileSync(join(folder, name), `${month} ${name}`);
    return { name, sha256: sha256OfText(`${month} ${name}`) };
  });
  const manifest = JSON.stringify({
    ...{ company: 'acme', month, version: 1, previous, files, signed_with: signer?.fingerprint ?? null },
  });
  writeFileSync(join(folder, 'manifest.json'), manifest);
  await completePack(
    folder,
    [{ name: 'statement-MYR.pdf', bytes: Buffer.from(month) }],
    signer && (async (text) => signer.signature(text)),
  );
  return folder;
}

async function givenPacks(): Promise<{ root: string; before: string; folder: string }> {
  const root = mkdtempSync(join(tmpdir(), 'tieout-packs-'));
  const before = await givenPack(root, '2026-09', null);
  const hashOf = (name: string) => sha256OfText(readFileSync(join(before, name), 'utf8'));
  const link = {
    month: '2026-09',
    version: 1,
    manifest_sha256: hashOf('manifest.json'),
    sums_sha256: hashOf('SHA256SUMS'),
  };
  return { root, before, folder: await givenPack(root, '2026-10', link) };
}

const problemsIn = async (folder: string) =>
  (await verifyFolder(folder)).doubts.map(({ message }) => message.replace(/^.*was closed: /, ''));

test('A pack is verified by its folder, and by the pack before it if that is beside it', async () => {
  const { root, before, folder } = await givenPacks();
  expect(await packFoldersIn(root)).toEqual([before, folder]);
  const sums = sha256OfText(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
  expect(await verifyFolder(folder)).toEqual({
    folder,
    name: 'acme 2026-10 v1',
    proven: ['4 files match SHA256SUMS, and no file was added', 'it follows the pack of 2026-09 v1'],
    notProven: [
      `that the folder was not replaced as a whole: compare the sha256 of SHA256SUMS with your copy (${sums})`,
    ],
    doubts: [],
  });
  const alone = mkdtempSync(join(tmpdir(), 'tieout-alone-'));
  cpSync(folder, join(alone, 'copy'), { recursive: true });
  expect((await verifyFolder(join(alone, 'copy'))).notProven).toContain(
    'that it follows the pack of 2026-09 v1: that pack is not beside it',
  );
});

test('One changed byte of any file is named, and so is a file that is missing or added', async () => {
  const { root, before, folder } = await givenPacks();
  for (const name of ['acme.xlsx', 'tables/item.parquet', 'statement-MYR.pdf', 'manifest.json']) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), Buffer.from(bytes.toString('latin1').replace('2', '3'), 'latin1'));
    expect((await problemsIn(folder)).join(' ')).toContain(`${name} has sha256`);
    rmSync(join(folder, name));
    if (name !== 'manifest.json') expect(await problemsIn(folder)).toEqual([`${name} is missing.`]);
    writeFileSync(join(folder, name), bytes);
    expect(await problemsIn(folder)).toEqual([]);
  }
  writeFileSync(join(folder, 'tables', 'other.parquet'), '');
  expect(await problemsIn(folder)).toEqual(['tables/other.parquet was added.']);
  rmSync(join(folder, 'tables', 'other.parquet'));

  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  const changed = sums[0] === '0' ? '1' : '0';
  writeFileSync(join(folder, 'SHA256SUMS'), `${changed}${sums.slice(1)}`);
  expect((await problemsIn(folder))[0]).toBe(
    'the hash of acme.xlsx in SHA256SUMS differs from that in manifest.json, which agrees with the file.',
  );
  writeFileSync(join(folder, 'SHA256SUMS'), `x${sums}`);
  expect((await problemsIn(folder))[0]).toBe('SHA256SUMS has a line that is not a hash and a file name.');
  rmSync(join(folder, 'SHA256SUMS'));
  expect((await problemsIn(folder))[0]).toBe('SHA256SUMS is missing.');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);

  // a pack that was replaced as a whole is consistent in itself, but does not match the next pack
  rmSync(before, { recursive: true });
  writeFileSync(join(await givenPack(root, '2026-09', null), 'acme.xlsx'), 'other figures');
  await completePack(before, []);
  expect(await problemsIn(folder)).toEqual(['the next pack has a different hash of SHA256SUMS.']);
});

test('A file that was changed or removed together with its line in SHA256SUMS is named', async () => {
  const { folder } = await givenPacks();
  const path = join(folder, 'SHA256SUMS');
  const sums = readFileSync(path, 'utf8');
  writeFileSync(join(folder, 'acme.xlsx'), 'other figures');
  writeFileSync(path, sums.replace(/^[0-9a-f]{64}(?= {2}acme\.xlsx$)/m, sha256OfText('other figures')));
  expect(await problemsIn(folder)).toEqual(['the hash of acme.xlsx in SHA256SUMS differs from that in manifest.json.']);
  rmSync(join(folder, 'acme.xlsx'));
  writeFileSync(path, sums.replace(/^.* acme\.xlsx\n/m, ''));
  expect(await problemsIn(folder)).toEqual(['SHA256SUMS lacks acme.xlsx, which is in manifest.json.']);
});

test('Nothing outside a pack is read: names that lead out of it and links are named, and no version has another one in it', async () => {
  const { root, folder } = await givenPacks();
  const path = join(folder, 'SHA256SUMS');
  const sums = readFileSync(path, 'utf8');
  const outside = join(root, 'outside.xlsx');
  renameSync(join(folder, 'acme.xlsx'), outside);
  symlinkSync(outside, join(folder, 'acme.xlsx'));
  expect(await problemsIn(folder)).toEqual(['acme.xlsx is a link or a special file.']);
  rmSync(join(folder, 'acme.xlsx'));
  renameSync(outside, join(folder, 'acme.xlsx'));

  renameSync(join(folder, 'tables'), join(root, 'tables'));
  symlinkSync(join(root, 'tables'), join(folder, 'tables'));
  expect(await problemsIn(folder)).toEqual(['tables/item.parquet is missing.', 'tables was added.']);
  rmSync(join(folder, 'tables'));
  renameSync(join(root, 'tables'), join(folder, 'tables'));

  writeFileSync(outside, 'known');
  writeFileSync(path, `${sums}${sha256OfText('known')}  ../../../outside.xlsx\n`);
  expect(await problemsIn(folder)).toEqual(['../../../outside.xlsx is missing.']);
  writeFileSync(path, sums);

  mkdirSync(join(folder, 'v9'));
  writeFileSync(join(folder, 'v9', 'acme.xlsx'), '');
  expect(await problemsIn(folder)).toEqual(['v9/acme.xlsx was added.']);
});

test('A pack of an earlier program without SHA256SUMS is proven by its manifest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-earlier-'));
  writeFileSync(join(folder, 'acme.xlsx'), 'figures');
  const manifest = JSON.stringify({
    ...{ company: 'acme', month: '2026-09', files: [{ name: 'acme.xlsx', sha256: sha256OfText('figures') }] },
    decided: [{ author: 'Aida' }],
  });
  writeFileSync(join(folder, 'manifest.json'), manifest);
  expect(await verifyFolder(folder)).toMatchObject({
    proven: ['1 file matches manifest.json, and no file was added'],
    notProven: [expect.stringContaining(`the sha256 of manifest.json with your copy (${sha256OfText(manifest)})`)],
    doubts: [],
  });
  writeFileSync(join(folder, 'acme.xlsx'), 'other figures');
  expect((await problemsIn(folder))[0]).toContain('acme.xlsx has sha256');
});

test('A folder that a killed close left is no pack', async () => {
  const { root, before, folder } = await givenPacks();
  cpSync(folder, `${folder}.0123abcd.tmp`, { recursive: true });
  expect(await packFoldersIn(root)).toEqual([before, folder]);
});

test('The signature of a pack is proven, and named where it is altered, missing, of another key or not announced', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tieout-signed-'));
  const [aida, badrul] = [givenSigner('Aida'), givenSigner('Badrul')];
  const folder = await givenPack(root, '2026-10', null, aida);
  const { proven, doubts } = await verifyFolder(folder);
  expect(doubts).toEqual([]);
  expect(proven).toContain(`SHA256SUMS.sig is the signature of SHA256SUMS by ${aida.fingerprint}`);
  const path = join(folder, 'SHA256SUMS.sig');
  const wrong = [`SHA256SUMS.sig is not a signature of SHA256SUMS by the key ${aida.fingerprint}.`];
  const ofAnother = badrul.signature(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
  for (const signature of [ofAnother, aida.signature('another text'), 'no signature']) {
    writeFileSync(path, signature);
    expect(await problemsIn(folder)).toEqual(wrong);
  }
  rmSync(path);
  expect(await problemsIn(folder)).toEqual(['SHA256SUMS.sig is missing.']);
  const unsigned = await givenPack(root, '2026-11', null);
  writeFileSync(join(unsigned, 'SHA256SUMS.sig'), 'a signature');
  expect(await problemsIn(unsigned)).toEqual(['SHA256SUMS.sig was added.']);
});

test('A folder without a manifest is not a pack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-none-'));
  expect(await packFoldersIn(folder)).toEqual([]);
  writeFileSync(join(folder, 'manifest.json'), '{}');
  await expect(verifyFolder(folder)).rejects.toMatchObject({ code: 'PACK_UNREADABLE', exitStatus: 4 });
});
