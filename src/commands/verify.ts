import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { doubtOf } from '../disk/unreadable.ts';
import { joined, type Verification } from '../landing/verify-landing.ts';
import { provenRecords } from '../run/run-records.ts';
import { verifyCompany } from '../run/verify-company.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { verifyPacks } from './verify-packs.ts';

export type VerifyOptions = { company?: string; quick?: boolean };

type Found = Verification & { company: string | null };

/** What the companies share: the records of runs. */
async function verifyShared(config: LoadedConfig): Promise<Verification> {
  try {
    const count = await provenRecords(dataPaths(config.data_dir).runs);
    if (count === 0) return { proven: [], notProven: ['records of runs and notices: there are none'], doubts: [] };
    const proven = [`${count} ${count === 1 ? 'record' : 'records'} of runs and notices are as they were written`];
    return { proven, notProven: [], doubts: [] };
  } catch (error) {
    return { proven: [], notProven: [], doubts: [doubtOf(error, dataPaths(config.data_dir).runs)] };
  }
}

function foundText({ company, proven, notProven, doubts }: Found): string {
  const title = `${company ?? 'all companies'}: ${doubts.length === 0 ? 'as it was written' : `${doubts.length} not as written`}`;
  const lines = [...proven.map((line) => `proven      ${line}`), ...notProven.map((line) => `not proven  ${line}`)];
  return `${[title, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

/**
 * `tieout verify`: proves that what is kept is what was written, and says what that does not prove. 4 when something is not as it
 * was written.
 */
export async function runVerifyCommand(options: VerifyOptions, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const isQuick = options.quick === true;
  const found: Found[] = [];
  const add = (company: string | null, one: Verification) => {
    for (const doubt of one.doubts)
      context.reportError(doubt, companies.length === 1 ? undefined : (company ?? undefined));
    found.push({ company, ...one });
  };
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const whose = companies.length === 1 ? '' : ` of ${company.name}`;
    const verified = await context.stage(`Verifying what is kept${whose}`, async () => {
      const kept = await verifyCompany(config, company, { isQuick });
      const packs = isQuick
        ? { proven: [], notProven: ['the packs of closed months (without --quick they are)'], doubts: [] }
        : await verifyPacks(config, company);
      return joined([kept, packs]);
    });
    add(company.name, verified);
  });
  add(null, await verifyShared(config));
  const answer = found.map(({ company, proven, notProven, doubts }) => ({
    ...{ company, is_proven: doubts.length === 0, proven, not_proven: notProven },
    doubts: doubts.map((doubt) => errorFields(company ?? '', doubt)),
  }));
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  const [shared, ...ofCompanies] = answer.toReversed();
  context.out.answer({ companies: ofCompanies.toReversed(), shared, errors }, () => found.map(foundText).join('\n'));
  const statuses = found.map(({ doubts }): ExitStatus => (doubts.length === 0 ? 0 : 4));
  return worstStatus([...statuses, ...failures.map(({ error }) => error.exitStatus)]);
}
