import { join } from 'node:path';

/** What the companies of a data directory share. */
type DataPaths = {
  reports: string;
  closed: string;
  /** One writer of the index page of the reports at a time. */
  reportsLock: string;
  /** The days that were run, by company, and which of them people were notified of. */
  runs: string;
  scheduleLock: string;
  /** One sender of notices at a time. */
  noticeLock: string;
  log: string;
};

/** The data of one company, separate so that its runs never wait for those of another. */
export type CompanyPaths = {
  landing: string;
  warehouse: string;
  published: string;
  /** A copy of what is published with keyed hashes instead of personal data, where the configuration asks for one. */
  masked: string;
  /** The secret key of the company's keyed hashes. */
  privacyKey: string;
  /** The key that signs tombstones. */
  signingKey: string;
  /** There while a command that forgets somebody is not finished. */
  forgetting: string;
  lock: string;
  /** One writer of the company's reports at a time. */
  reportLock: string;
};

export function dataPaths(dataDir: string): DataPaths {
  return {
    reports: join(dataDir, 'reports'),
    closed: join(dataDir, 'closed'),
    reportsLock: join(dataDir, 'reports.lock'),
    runs: join(dataDir, 'runs.jsonl'),
    scheduleLock: join(dataDir, 'schedule.lock'),
    noticeLock: join(dataDir, 'notice.lock'),
    log: join(dataDir, 'tieout.log'),
  };
}

/** Folders of the data directory under names that a company may have too. */
const takenNames = new Set(['reports', 'closed', 'landing', 'warehouse']);

/** A name with a dot is never that of a company, so the folder of one company is never that of another. */
const folderName = (company: string) => (takenNames.has(company) ? `${company}.company` : company);

export function companyPaths(dataDir: string, company: string): CompanyPaths {
  const folder = join(dataDir, folderName(company));
  return {
    landing: join(folder, 'landing'),
    warehouse: join(folder, 'warehouse', 'tieout.duckdb'),
    published: join(folder, 'warehouse', 'published.duckdb'),
    masked: join(folder, 'warehouse', 'published-masked.duckdb'),
    privacyKey: join(folder, 'privacy.key'),
    signingKey: join(folder, 'signing.key'),
    forgetting: join(folder, 'forgetting.json'),
    lock: join(folder, 'run.lock'),
    reportLock: join(folder, 'report.lock'),
  };
}
