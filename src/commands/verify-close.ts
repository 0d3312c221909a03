import { join, resolve } from 'node:path';
import { type FolderProof, packFoldersIn, verifyFolder } from '../close/verify-folder.ts';
import { dataPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { chosenCompanies, errorFields, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { lastMonth, monthOf } from './days.ts';

export type VerifyCloseOptions = { company?: string };

/** The folders of the packs of a month in the data directory. */
async function foldersOfMonth(month: string, options: VerifyCloseOptions, context: CommandContext): Promise<string[]> {
  const config = await context.loadConfig();
  const { closed } = dataPaths(config.data_dir);
  const folders = chosenCompanies(config, options.company).map((company) =>
    packFoldersIn(join(closed, monthOf(month, company, config.clock()), company.name)),
  );
  return (await Promise.all(folders)).flat();
}

function proofText({ name, folder, proven, notProven, doubts }: FolderProof): string {
  const title = `${name}: ${doubts.length === 0 ? 'as it was written' : `${doubts.length} not as written`}`;
  const lines = [...proven.map((line) => `proven      ${line}`), ...notProven.map((line) => `not proven  ${line}`)];
  return `${[title, ...[`folder      ${folder}`, ...lines].map((line) => `  ${line}`)].join('\n')}\n`;
}

/**
 * `tieout verify close MONTH|FOLDER`: verifies packs from their folders alone. A folder needs no configuration, so that a recipient of a
 * pack can verify it. Returns 4 if a pack was changed.
 */
export async function run(context: CommandContext, place: string, options: VerifyCloseOptions): Promise<ExitStatus> {
  const isMonth = place === lastMonth || /^\d{4}-\d{2}$/.test(place);
  const folders = isMonth
    ? await foldersOfMonth(place, options, context)
    : await packFoldersIn(resolve(context.cwd, place));
  if (folders.length === 0)
    throw new TieoutError({
      code: 'PACK_UNREADABLE',
      message: `There is no pack of a closed month in ${place}.`,
      remedy: 'Give a month that was closed, such as 2026-10, or the folder of a pack.',
      exitStatus: 4,
    });
  const found: FolderProof[] = [];
  const errors: TieoutError[] = [];
  for (const folder of folders) {
    try {
      found.push(await verifyFolder(folder));
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      errors.push(error);
    }
  }
  for (const error of [...found.flatMap(({ doubts }) => doubts), ...errors]) context.reportError(error);
  const packs = found.map(({ folder, name, proven, notProven, doubts }) => ({
    ...{ folder, name, is_proven: doubts.length === 0, proven, not_proven: notProven },
    doubts: doubts.map((doubt) => errorFields('', doubt)),
  }));
  context.out.answer({ packs, errors: errors.map((error) => errorFields('', error)) }, () =>
    found.map(proofText).join('\n'),
  );
  return worstStatus([
    ...found.map(({ doubts }): ExitStatus => (doubts.length === 0 ? 0 : 4)),
    ...errors.map(({ exitStatus }) => exitStatus),
  ]);
}
