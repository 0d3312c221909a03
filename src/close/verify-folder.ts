import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readingEvidence } from '../disk/disk-error.ts';
import { filesBelow, ifThere, sha256OfFile } from '../disk/files.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { damagedPack, packDoubts } from './pack-doubts.ts';
import { manifestSchema, type PackLink, type ReadManifest } from './pack-manifest.ts';
import { entriesOfPack, hashesOf, manifestName, sha256OfText, signatureName, sumsName } from './pack-sums.ts';
import { packFolder, packName } from './sealed-pack.ts';

/** The result of verifying the files of a pack against each other. */
export type FolderProof = {
  folder: string;
  name: string;
  proven: string[];
  notProven: string[];
  doubts: TieoutError[];
};

/** The folders of packs in a folder, or the folder itself. */
export async function packFoldersIn(place: string): Promise<string[]> {
  const manifests = (await filesBelow(place)).filter((path) => basename(path) === manifestName);
  const folders = manifests.map((path) => resolve(dirname(path)));
  // what a killed command left is no pack
  return folders.filter((folder) => !/\.[0-9a-f]{8}\.tmp$/.test(folder)).sort();
}

const textIfThere = (path: string): Promise<string | undefined> =>
  ifThere(async () =>
    (await lstat(path)).isFile() ? await readingEvidence(path, () => readFile(path, 'utf8')) : undefined,
  );

/** A line of SHA256SUMS that is no hash, or a file of the manifest that it lacks or has with another hash. */
async function sumsProblem(folder: string, sums: string, { files }: ReadManifest): Promise<string | undefined> {
  const hashes = hashesOf(sums);
  if (sums.split('\n').filter((line) => line !== '').length !== hashes.size || !sums.endsWith('\n'))
    return `${sumsName} has a line that is not a hash and a file name`;
  for (const { name, sha256 } of files) {
    const hash = hashes.get(name);
    if (hash === sha256) continue;
    if (hash === undefined) return `${sumsName} lacks ${name}, which is in ${manifestName}`;
    const isFile = (await entriesOfPack(folder)).get(name) === 'file';
    const agrees = isFile && (await sha256OfFile(join(folder, name))) === sha256 ? ', which agrees with the file' : '';
    return `the hash of ${name} in ${sumsName} differs from that in ${manifestName}${agrees}`;
  }
  return undefined;
}

/** Compares the pack that was sealed before with the hashes in a manifest. */
async function linkOf(
  root: string,
  company: string,
  link: PackLink,
): Promise<Pick<FolderProof, 'proven' | 'notProven' | 'doubts'>> {
  const before = { month: link.month, version: link.version ?? undefined };
  const [name, folder] = [packName(before), packFolder(root, company, before)];
  const sums = await textIfThere(join(folder, sumsName));
  const manifest = await textIfThere(join(folder, manifestName));
  const found = { proven: [], notProven: [], doubts: [] };
  if (manifest === undefined)
    return { ...found, notProven: [`that it follows the pack of ${name}: that pack is not beside it`] };
  if (sha256OfText(manifest) !== link.manifest_sha256)
    return {
      ...found,
      doubts: [damagedPack(join(folder, manifestName), name, `the next pack has a different hash of ${manifestName}`)],
    };
  if (link.sums_sha256 !== null && (sums === undefined || sha256OfText(sums) !== link.sums_sha256))
    return {
      ...found,
      doubts: [damagedPack(join(folder, sumsName), name, `the next pack has a different hash of ${sumsName}`)],
    };
  return { ...found, proven: [`it follows the pack of ${name}`] };
}

/** Verifies a pack from its folder alone: without configuration, warehouse or landing. Throws PACK_UNREADABLE if it is not a pack. */
export async function verifyFolder(folder: string): Promise<FolderProof> {
  const path = join(folder, manifestName);
  const text = (await textIfThere(path)) ?? '';
  let manifest: ReadManifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new TieoutError({
      code: 'PACK_UNREADABLE',
      message: 'The manifest of the pack cannot be read, so nothing in the folder can be proven.',
      remedy:
        'Give the folder of a closed month, such as closed/2026-10/acme/v1. If the folder is a pack, restore it from a backup or from a recipient of the pack.',
      place: { file: path },
      exitStatus: 4,
      cause,
    });
  }
  const { company, month, version, previous } = manifest;
  const sums = await textIfThere(join(folder, sumsName));
  const name = packName({ month, version });
  const pack = { name, text, sha256: sha256OfText(text), sums };
  const doubts = await packDoubts(folder, pack);
  // packs of the first versions have a manifest alone
  const isManifestAlone = sums === undefined && version === undefined;
  const problem =
    sums !== undefined
      ? await sumsProblem(folder, sums, manifest)
      : isManifestAlone
        ? undefined
        : `${sumsName} is missing`;
  if (problem !== undefined) doubts.unshift(damagedPack(join(folder, sumsName), name, problem));
  const proof: FolderProof = { folder, name: `${company} ${name}`, proven: [], notProven: [], doubts };
  if (doubts.length === 0) {
    const [listed, list] = isManifestAlone
      ? [manifest.files.length, manifestName]
      : [hashesOf(sums ?? '').size, sumsName];
    proof.proven.push(`${listed === 1 ? '1 file matches' : `${listed} files match`} ${list}, and no file was added`);
    const isSigned = typeof manifest.signed_with === 'string';
    if (isSigned) proof.proven.push(`${signatureName} is the signature of ${sumsName} by ${manifest.signed_with}`);
    const compare = isSigned ? 'that this key belongs to the signer' : 'that the folder was not replaced as a whole';
    proof.notProven.push(
      `${compare}: compare ${isSigned ? 'its fingerprint' : `the sha256 of ${list}`} with your copy (${isSigned ? manifest.signed_with : sha256OfText(sums ?? text)})`,
    );
  }
  if (previous !== null && previous !== undefined) {
    const root = version === undefined ? dirname(dirname(folder)) : dirname(dirname(dirname(folder)));
    const link = await linkOf(root, company, previous);
    proof.proven.push(...link.proven);
    proof.notProven.push(...link.notProven);
    proof.doubts.push(...link.doubts);
  }
  return proof;
}
