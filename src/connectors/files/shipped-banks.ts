import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadingPreset } from '../../domain/reading.ts';
import { packageRoot } from '../../package-root.ts';
import { presetOf } from './bank-preset.ts';
import { presetIn } from './read-preset.ts';

/** The folder of the shipped presets in the package. */
export const shippedBanksFolder = 'banks';

async function readShipped(): Promise<ReadingPreset[]> {
  const folder = join(packageRoot, shippedBanksFolder);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(
    files.map(async (name) =>
      presetOf(presetIn(await readFile(join(folder, name), 'utf8'), join(shippedBanksFolder, name))),
    ),
  );
}

let shipped: Promise<readonly ReadingPreset[]> | undefined;

/** The presets that tieout ships, in the order of their file names. They are read once a process. */
export function shippedBanks(): Promise<readonly ReadingPreset[]> {
  shipped ??= readShipped();
  return shipped;
}
