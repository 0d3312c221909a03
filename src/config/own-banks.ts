import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BankPreset } from '../connectors/files/bank-preset.ts';
import { presetIn } from '../connectors/files/read-preset.ts';

/** The folder of a user's presets, beside the configuration. */
export const ownBanksFolder = 'banks';

/** The presets of the user, in the order of their file names. Throws BANK_PRESET_WRONG. */
export async function ownBanks(ownFolder: string): Promise<BankPreset[]> {
  const folder = join(ownFolder, ownBanksFolder);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  return Promise.all(
    files.map(async (name) => presetIn(await readFile(join(folder, name), 'utf8'), join(ownBanksFolder, name))),
  );
}

/** A company with the presets of the user behind its own. */
export function withOwnBanks<Company extends object>(company: Company, banks: readonly BankPreset[]): Company {
  if (banks.length === 0) return company;
  const configured: unknown[] = 'banks' in company && Array.isArray(company.banks) ? company.banks : [];
  return { ...company, banks: [...configured, ...banks] };
}
