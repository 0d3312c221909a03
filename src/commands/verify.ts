import { join } from 'node:path';
import { type ClosedPack, packDoubts, unplacedPack } from '../close/pack-doubts.ts';
import { closedPack } from '../close/record-close.ts';
import { packFolder, packName, type SealedPack, sealedPacks } from '../close/sealed-pack.ts';
import { provenRecords } from '../company/run-records.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { doubtOf } from '../disk/disk-error.ts';
import { foldersIn } from '../disk/files.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { verifyCompany } from '../evidence/verify-company.ts';
import { type KeptLanding, readKeptLanding } from '../landing/landing.ts';
import { joined, type Verification } from '../landing/verify-landing.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** The months for which a folder of a pack exists. */
async function packedMonths(closed: string, company: string): Promise<string[]> {
  const months: string[] = [];
  for (const month of await foldersIn(closed))
    if ((await foldersIn(join(closed, month))).includes(company)) months.push(month);
  return months;
}

type PackState = { proven?: string; notProven?: string; doubts: readonly TieoutError[] };

async function packState(
  closed: string,
  company: string,
  sealed: SealedPack,
  landing: KeptLanding,
): Promise<PackState> {
  const folder = packFolder(closed, company, sealed);
  const name = packName(sealed);
  let pack: ClosedPack;
  try {
    pack = await closedPack(landing, sealed);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    if (error.code === 'PACK_UNREADABLE') return { doubts: [error] };
    // the object is already among the doubts about landing
    const notProven = `the pack of ${name}: its record in the landing zone is damaged or missing`;
    return { notProven, doubts: [] };
  }
  let unplaced: string | undefined;
  let doubts: TieoutError[];
  try {
    doubts = await packDoubts(folder, pack);
    if (doubts.length === 0) return { proven: `the pack of ${name} is unchanged since the month was closed`, doubts };
    unplaced = await unplacedPack(folder, pack);
  } catch (error) {
    return { doubts: [doubtOf(error, folder)] };
  }
  if (unplaced === undefined) return { doubts };
  const notProven = `that the pack of ${name} is in place: a command was interrupted. The whole pack is in ${unplaced}; \`tieout close ${sealed.month}\` moves it into place`;
  return { notProven, doubts: [] };
}

/** The number of attempts to verify a pack before it is in doubt, because the month may be closed again meanwhile. */
const looks = 3;

/** Proves the packs of a company's closed months against the hashes that landing keeps. Changes nothing. */
export async function verifyPacks(config: LoadedConfig, { name }: CompanyConfig): Promise<Verification> {
  const { closed } = dataPaths(config.data_dir);
  const open = () => readKeptLanding(companyPaths(config.data_dir, name).landing);
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  let landing: KeptLanding;
  try {
    landing = await open();
  } catch (error) {
    // the index is already among the doubts about landing, and nothing else records which packs existed
    if (!(error instanceof TieoutError)) throw error;
    found.notProven.push('the packs of closed months');
    return found;
  }
  const kept = sealedPacks(landing.receipts());
  for (const sealed of kept) {
    let state = await packState(closed, name, sealed, landing);
    for (let look = 1; look < looks && state.doubts.length > 0; look += 1)
      state = await packState(closed, name, sealed, await open());
    found.doubts.push(...state.doubts);
    if (state.proven !== undefined) found.proven.push(state.proven);
    if (state.notProven !== undefined) found.notProven.push(state.notProven);
  }
  try {
    for (const month of await packedMonths(closed, name))
      if (!kept.some((pack) => pack.month === month))
        found.notProven.push(`the pack of ${month}: it was closed by a version that kept no manifest in landing`);
  } catch (error) {
    found.doubts.push(doubtOf(error, closed));
  }
  return found;
}

export type VerifyOptions = { company?: string; quick?: boolean };

type Found = Verification & { company: string | null };

/** Verifies the data that companies share: the records of runs. */
async function verifyShared(config: LoadedConfig): Promise<Verification> {
  try {
    const count = await provenRecords(dataPaths(config.data_dir).runs);
    if (count === 0) return { proven: [], notProven: ['records of runs and notices: not found'], doubts: [] };
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

/** `tieout verify`: proves that kept data is unchanged, and states what this does not prove. 4 when data was changed. */
export async function run(context: CommandContext, options: VerifyOptions): Promise<ExitStatus> {
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
    const verified = await context.stage(`Verifying kept data${whose}`, async () => {
      const kept = await verifyCompany(config, company, { isQuick });
      const packs = isQuick
        ? { proven: [], notProven: ['the packs of closed months (checked without --quick)'], doubts: [] }
        : await verifyPacks(config, company);
      return joined([kept, packs]);
    });
    add(company.name, verified);
  });
  add(null, await verifyShared(config));
  const answer = found.map(({ company, proven, notProven, doubts }) => ({
    company,
    is_proven: doubts.length === 0,
    proven,
    not_proven: notProven,
    doubts: doubts.map((doubt) => errorFields(company ?? '', doubt)),
  }));
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  const [shared, ...ofCompanies] = answer.toReversed();
  context.out.answer({ companies: ofCompanies.toReversed(), shared, errors }, () => found.map(foundText).join('\n'));
  const statuses = found.map(({ doubts }): ExitStatus => (doubts.length === 0 ? 0 : 4));
  return worstStatus([...statuses, ...failures.map(({ error }) => error.exitStatus)]);
}
