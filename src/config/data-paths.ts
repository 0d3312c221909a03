import { join } from 'node:path';

/** Where everything of one data directory is. */
export type DataPaths = {
  landing: string;
  warehouse: string;
  published: string;
  reports: string;
  closed: string;
  lock: string;
  /** The runs by day and the notices sent, for the schedule. */
  runs: string;
  scheduleLock: string;
  log: string;
};

export function dataPaths(dataDir: string): DataPaths {
  return {
    landing: join(dataDir, 'landing'),
    warehouse: join(dataDir, 'warehouse', 'tieout.duckdb'),
    published: join(dataDir, 'warehouse', 'published.duckdb'),
    reports: join(dataDir, 'reports'),
    closed: join(dataDir, 'closed'),
    lock: join(dataDir, 'run.lock'),
    runs: join(dataDir, 'runs.jsonl'),
    scheduleLock: join(dataDir, 'schedule.lock'),
    log: join(dataDir, 'tieout.log'),
  };
}
