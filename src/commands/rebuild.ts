import { publishedUnusableDecisions } from '../decisions/unusable-decisions.ts';
import { counted } from '../domain/counted.ts';
import type { Comparison, ViewDifference } from '../evidence/compare-warehouse.ts';
import {
  compareRebuilt,
  estimateRebuild,
  type RebuildEstimate,
  type Rebuilt,
  rebuildCompany,
  timeOfEmptyWarehouse,
} from '../evidence/rebuild-company.ts';
import { maskedText } from '../report/shown-value.ts';
import { jsonText } from '../terminal/visible-text.ts';
import { type CompanyFailure, chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type RebuildOptions = { company?: string; compare?: boolean; estimate?: boolean };

/** A row that only one of the two warehouses has, with personal data masked. */
const shownRow = (row: object) => maskedText(jsonText(row));

function shownDifference({ view, only_published, only_rebuilt, problem, first }: ViewDifference): string {
  const rows = `${only_published} rows only in the published data, ${only_rebuilt} only in the rebuilt data`;
  return [
    `  ${view}: ${problem === undefined ? rows : `${problem}; ${rows}`}`,
    ...first.map(({ only_in, row }) => `    only ${only_in}: ${shownRow(row)}`),
  ].join('\n');
}

function shownComparison({ state, reason, views, different }: Comparison): string {
  if (state === 'not_compared') return `Not compared with the published data: ${reason}`;
  if (state === 'equal') return `Equal to the published data: ${views} views, row by row.`;
  return [
    `Different from the published data: ${different.length} of ${views} views.`,
    ...different.map(shownDifference),
  ].join('\n');
}

/** The runs that were not repeated exactly, one line each. */
function shownRules({ company, otherRules, unrecorded }: Rebuilt & { company: string }): string {
  return [
    otherRules === 0
      ? ''
      : `${company}: ${counted(otherRules, 'run')} used other rules (SQL of another version) and ${otherRules === 1 ? 'was' : 'were'} repeated with the rules of this version.\n`,
    unrecorded === 0
      ? ''
      : `${company}: ${counted(unrecorded, 'run')} recorded no configuration, as in earlier versions, and ${unrecorded === 1 ? 'was' : 'were'} repeated with the first known configuration.\n`,
  ].join('');
}

const fieldsOf = ({ company, runs, otherRules, unrecorded, comparison }: Rebuilt & { company: string }) => ({
  company,
  runs,
  other_rules_runs: otherRules,
  unrecorded_runs: unrecorded,
  comparison: {
    ...comparison,
    different: comparison.different.map((one) => ({
      ...one,
      first: one.first.map(({ only_in, row }) => ({ only_in, row: shownRow(row) })),
    })),
  },
});

const durationText = (seconds: number) => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`);

/** `tieout rebuild --estimate`: the work of a rebuild, and its approximate duration on this machine. Changes nothing. */
async function answerEstimate(options: RebuildOptions, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const unit = await timeOfEmptyWarehouse();
  const estimates: (RebuildEstimate & { company: string })[] = [];
  const companies = chosenCompanies(config, options.company);
  const failures = await forEachCompany(config, companies, context, async (company) => {
    estimates.push({ company: company.name, ...(await estimateRebuild(config, company, unit)) });
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ companies: estimates, errors }, () =>
    estimates
      .map(
        ({ company, runs, bytes, seconds }) =>
          `${company}: about ${durationText(seconds)} for ${counted(runs, 'run')} and ${(bytes / 1e6).toFixed(1)} MB of received files.\n`,
      )
      .join(''),
  );
  return worstStatus(failures.map(({ error }) => error.exitStatus));
}

/**
 * `tieout rebuild`: rebuilds the warehouse of each company, or of one, from its landing zone, reports whether its views are unchanged,
 * and lists each decision that does not count. With --compare nothing is replaced, and the exit status is 4 when the views differ.
 */
export async function run(context: CommandContext, options: RebuildOptions): Promise<ExitStatus> {
  if (options.estimate === true) return answerEstimate(options, context);
  const config = await context.loadConfig();
  const rebuilt: (Rebuilt & { company: string })[] = [];
  const damaged: CompanyFailure[] = [];
  const companies = chosenCompanies(config, options.company);
  const isComparing = options.compare === true;
  const work = isComparing ? compareRebuilt : rebuildCompany;
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const one = await context.stage(`Rebuilding the warehouse of ${company.name}`, () =>
      work(config, company, context.progress),
    );
    rebuilt.push({ company: company.name, ...one });
    const unusable = isComparing ? [] : await publishedUnusableDecisions(config, company);
    for (const error of [...one.errors, ...unusable]) {
      damaged.push({ company: company.name, error });
      context.reportError(error, companies.length === 1 ? undefined : company.name);
    }
  });
  const runs = rebuilt.reduce((sum, one) => sum + one.runs, 0);
  const all = [...failures, ...damaged];
  const errors = all.map(({ company, error }) => errorFields(company, error));
  const done = isComparing ? 'was built beside the one in use, and removed' : 'was rebuilt from the landing zone';
  context.out.answer({ runs, companies: rebuilt.map(fieldsOf), errors }, () =>
    rebuilt
      .map(
        (one) =>
          `${one.company}: the warehouse ${done}; ${counted(one.runs, 'run')} repeated.\n${shownRules(one)}${shownComparison(one.comparison)}\n`,
      )
      .join(''),
  );
  const compared = rebuilt.map(({ comparison }): ExitStatus => (isComparing && comparison.state !== 'equal' ? 4 : 0));
  return worstStatus([...compared, ...all.map(({ error }) => error.exitStatus)]);
}
