import { join } from 'node:path';

/** The paths that the companies of a data directory share. */
type DataPaths = {
  reports: string;
  closed: string;
  /** The lock for the writer of the index page of the reports. */
  reportsLock: string;
  /** The records of the days that were run, by company, and of sent notices. */
  runs: string;
  scheduleLock: string;
  /** What the last wake-up of the schedule told other programs. */
  metrics: string;
  /** The lock for the writer of a service's identity, which is compared with those of all companies. */
  identityLock: string;
  /** The lock for the sender of notices. */
  noticeLock: string;
  log: string;
  /** The result of the newest selftest. */
  selftest: string;
};

/** The paths of one company's data, separate so that its runs never wait for those of another. */
export type CompanyPaths = {
  landing: string;
  /** The deliveries of services that the receiver has written and no run has taken into landing yet. */
  received: string;
  warehouse: string;
  published: string;
  /** The masked copy of the published snapshot, with keyed hashes instead of personal data, where it is configured. */
  masked: string;
  /** The secret key of the company's keyed hashes. */
  privacyKey: string;
  /** The key that signs tombstones. */
  signingKey: string;
  /** Exists while a command that forgets a person is unfinished. */
  forgetting: string;
  lock: string;
  /** The lock for the writer of the company's reports. */
  reportLock: string;
};

export function dataPaths(dataDir: string): DataPaths {
  return {
    reports: join(dataDir, 'reports'),
    closed: join(dataDir, 'closed'),
    reportsLock: join(dataDir, 'reports.lock'),
    runs: join(dataDir, 'runs.jsonl'),
    scheduleLock: join(dataDir, 'schedule.lock'),
    metrics: join(dataDir, 'schedule.prom'),
    identityLock: join(dataDir, 'identity.lock'),
    noticeLock: join(dataDir, 'notice.lock'),
    log: join(dataDir, 'tieout.log'),
    selftest: join(dataDir, 'selftest.json'),
  };
}

/** Folders of the data directory whose names a company may also have. */
const takenNames = new Set(['reports', 'closed', 'landing', 'warehouse']);

/** The folder of a company. A company's name has no dot, so two companies never share a folder. */
const folderName = (company: string) => (takenNames.has(company) ? `${company}.company` : company);

export function companyPaths(dataDir: string, company: string): CompanyPaths {
  const folder = join(dataDir, folderName(company));
  return {
    landing: join(folder, 'landing'),
    received: join(folder, 'received'),
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
