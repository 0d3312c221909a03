import { resolve } from 'node:path';
import { publishCompanyLake } from '../company/company-lake.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import { companyPaths } from '../config/data-paths.ts';
import { counted } from '../domain/counted.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { LakeOutcome } from '../lake/publish-lake.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type PublishOptions = { to?: string; company?: string };

type Published = LakeOutcome & { company: string; folder: string };

const publishedText = ({ company, folder, files, written, rows }: Published) =>
  `${company}: ${counted(rows, 'row')} in ${counted(files, 'file')} in ${folder}, ${written === 0 ? 'none' : written} of them new\n`;

/** `tieout publish`: publishes the snapshots as they are into a lake, without a run. */
export async function run(context: CommandContext, options: PublishOptions): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const folder = options.to === undefined ? config.lake?.folder : resolve(context.cwd, options.to);
  if (folder === undefined)
    throw new TieoutError({
      code: 'OPTION_WRONG',
      message: 'There is no lake to publish into.',
      remedy: 'Give --to DIR, or name a folder in the section lake of the configuration.',
      exitStatus: 2,
    });
  const published: Published[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    publishedOf(config, company);
    const whose = `Publishing ${company.name} into the lake`;
    const outcome = await withRunLock(
      companyPaths(config.data_dir, company.name).lock,
      () => context.stage(whose, () => publishCompanyLake(config, company, folder)),
      { purpose: 'publish' },
    );
    published.push({ company: company.name, folder, ...outcome });
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ published, errors }, () => published.map(publishedText).join(''));
  return worstStatus(failures.map(({ error }) => error.exitStatus));
}
