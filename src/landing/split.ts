import { copyFile, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync } from '../disk/file.ts';
import type { Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openIndex } from './index-file.ts';
import { indexPath, numberingPath, objectPathIn } from './landing.ts';
import { rangesOf } from './numbering.ts';

async function exists(path: string): Promise<boolean> {
  return open(path, 'r').then(
    async (file) => {
      await file.close();
      return true;
    },
    () => false,
  );
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function objectMissing(path: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'LANDING_OBJECT_MISSING',
    message: 'A file that the landing index names is missing.',
    remedy: 'Restore the landing folder from a backup, then run again. Nothing has been changed.',
    place: { file: path },
    cause,
  });
}

/** The same object at a second place: a hard link takes no space; where the file system has none, a copy. */
async function placeObject(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw objectMissing(from, error);
    await copyFile(from, to);
    await sync(to);
  }
}

async function writeLanding(from: string, to: string, receipts: readonly Receipt[], index: string): Promise<void> {
  const folders = new Set<string>();
  for (const receipt of receipts) {
    const object = objectPathIn(to, receipt);
    await placeObject(objectPathIn(from, receipt), object);
    folders.add(dirname(object));
  }
  for (const folder of [...folders, join(to, 'objects')]) await sync(folder);
  const ranges = rangesOf(receipts.map(({ receipt_id }) => receipt_id));
  await writeSynced(numberingPath(to), `${JSON.stringify({ ranges })}\n`);
  await writeSynced(indexPath(to), index);
  await sync(to);
}

function inTheWay(path: string): TieoutError {
  return new TieoutError({
    code: 'DATA_DIRECTORY_MIXED',
    message: 'The data directory has a landing zone of version 0.1.0 and, for this company, another one.',
    remedy: 'Move one of the two out of the data directory: the older version was probably started here again.',
    place: { file: path },
  });
}

/**
 * Gives each company of a shared landing zone one of its own, with the same receipt numbers and objects; the shared one is
 * only read. A company's landing zone appears complete, by rename, so the split can be killed at any point and repeated.
 * Returns the companies found. Throws DATA_DIRECTORY_MIXED where a company has a landing zone with other receipts.
 */
export async function splitLanding(shared: string, landingOf: (company: string) => string): Promise<string[]> {
  const { receipts } = await openIndex(indexPath(shared));
  const companies = [...new Set(receipts.map(({ company }) => company))];
  for (const company of companies) {
    const own = receipts.filter((receipt) => receipt.company === company);
    const index = own.map((receipt) => `${JSON.stringify(receipt)}\n`).join('');
    const target = landingOf(company);
    if (await exists(indexPath(target))) {
      if ((await readFile(indexPath(target), 'utf8')) !== index) throw inTheWay(indexPath(target));
      continue;
    }
    const building = `${target}.building`;
    await rm(building, { recursive: true, force: true });
    await mkdir(building, { recursive: true, mode: 0o700 });
    await writeLanding(shared, building, own, index);
    // opening a landing zone creates its folder, which may be there, empty
    await rm(target, { recursive: true, force: true });
    await rename(building, target);
    await sync(dirname(target));
  }
  return companies;
}
