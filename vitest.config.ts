import { defineConfig } from 'vitest/config';

/**
 * Each test file is in the first project that names it or its folder; integration has the rest. One project alone:
 * `npm run test:unit`, or `npm test -- --project unit`.
 */
export const projects = {
  /** Functions: no server, no process, no warehouse. */
  unit: [
    'test/packages.test.ts',
    'test/projects.test.ts',
    'test/tidy.test.ts',
    'test/tidy-sql.test.ts',
    'test/config/**',
    'test/connectors/http/private-address.test.ts',
    'test/connectors/http/retry.test.ts',
    'test/connectors/plan.test.ts',
    'test/connectors/record-schema.test.ts',
    'test/connectors/statement-file.test.ts',
    'test/docs/contributing.test.ts',
    'test/docs/generated.test.ts',
    'test/docs/links.test.ts',
    'test/growth/law.test.ts',
    'test/disk/**',
    'test/domain/**',
    'test/landing/**',
    'test/messages/**',
    'test/match/written.test.ts',
    'test/notice/content.test.ts',
    'test/privacy/**',
    'test/reconcile/matching/sum-search.test.ts',
    'test/reconcile/matching/weighed/amounts.test.ts',
    'test/reconcile/matching/weighed/assignment.test.ts',
    'test/reconcile/matching/weighed/beliefs.test.ts',
    'test/reconcile/matching/weighed/learning.test.ts',
    'test/reconcile/matching/weighed/subset-sums.test.ts',
    'test/reconcile/matching/weighed/withheld.test.ts',
    'test/reconcile/matching/weighed/text.test.ts',
    'test/report/shown-value.test.ts',
    'test/report/index-positions.test.ts',
    'test/report/proof.test.ts',
    'test/report/sign-off/**',
    'test/report/translation.test.ts',
    'test/judge/locate/**',
    'test/schedule/**',
    'test/terminal/**',
    'sandbox/test/merchant/breaks.test.ts',
    'sandbox/test/merchant/invariants.test.ts',
    'sandbox/test/payout/scenario.test.ts',
    'sandbox/test/seeded-key.test.ts',
    'sandbox/test/settlement.test.ts',
  ],
  /**
   * Command lines, for minutes: every error, runs that are killed and repeated, upgrades, a
   * month's close, several companies, added connectors, every file of the corpus, and rules that need many runs. `npm test` leaves
   * them to `npm run test:long`.
   */
  long: [
    'test/commands/current-state.test.ts',
    'test/commands/hostile-text.test.ts',
    'test/commands/no-secret-is-written.test.ts',
    'test/commands/proxy.test.ts',
    'test/commands/sandbox-state.test.ts',
    'test/commands/sql-process.test.ts',
    'test/connectors/payout/shifting-pages.test.ts',
    'test/e2e/books.test.ts',
    'test/e2e/carry-forward.test.ts',
    'test/e2e/days-of-a-run.test.ts',
    'test/e2e/close.test.ts',
    'test/e2e/close-again.test.ts',
    'test/e2e/close-from-cron.test.ts',
    'test/e2e/close-year.test.ts',
    'test/e2e/close-gates.test.ts',
    'test/e2e/close-waiting.test.ts',
    'test/e2e/companies.test.ts',
    'test/e2e/decide.test.ts',
    'test/e2e/drop-folder.test.ts',
    'test/e2e/extensions.test.ts',
    'test/e2e/identity.test.ts',
    'test/e2e/import-several.test.ts',
    'test/e2e/imported-input.test.ts',
    'test/e2e/left-overs.test.ts',
    'test/e2e/some-faults-heal.test.ts',
    'test/e2e/match-by-hand.test.ts',
    'test/e2e/match-sides.test.ts',
    'test/e2e/lists.test.ts',
    'test/e2e/narrowing.test.ts',
    'test/e2e/pairs.test.ts',
    'test/e2e/nothing-is-green-unproven.test.ts',
    'test/e2e/ordinary-mornings.test.ts',
    'test/e2e/pending-decision.test.ts',
    'test/e2e/recorded-configuration.test.ts',
    'test/e2e/refused-inputs.test.ts',
    'test/e2e/restatements.test.ts',
    'test/e2e/run-again.test.ts',
    'test/e2e/sent-again.test.ts',
    'test/e2e/statement-formats.test.ts',
    'test/e2e/third-connector.test.ts',
    'test/e2e/verify.test.ts',
    'test/e2e/masked.test.ts',
    'test/e2e/forget.test.ts',
    'test/e2e/upgrade.test.ts',
    'test/evidence/**',
    'test/e2e/truth-of-services.test.ts',
    'test/e2e/truth-of-statements.test.ts',
    'test/e2e/what-goes-wrong.test.ts',
    'test/e2e/write-off.test.ts',
    'test/pipeline/bound-quarantine.test.ts',
    'test/company/build-warehouse.test.ts',
    'test/pipeline/faults-heal.test.ts',
    'test/company/hostile-receipts.test.ts',
    'test/judge/judged-again.test.ts',
    'test/company/rejected-rows.test.ts',
    'test/company/request-book.test.ts',
    'test/errors/**',
    'test/inspect/coverage-findings.test.ts',
    'test/inspect/unseen-files.test.ts',
    'test/formats/bank-dialect.test.ts',
    'test/formats/pdf.test.ts',
    'test/formats/pdf-odd.test.ts',
    'test/formats/pdf-property.test.ts',
    'test/formats/pdf-several.test.ts',
    'test/formats/whole-corpus.test.ts',
    'test/formats/xlsx/memory.test.ts',
    'test/fuzz/fuzz.test.ts',
    'test/match/cases.test.ts',
    'test/mutants/**',
    'test/notice/run.test.ts',
    'test/reconcile/request-retry.test.ts',
    'test/reconcile/bank-statements.test.ts',
    'test/reconcile/callbacks.test.ts',
    'test/reconcile/continuity.test.ts',
    'test/reconcile/control.test.ts',
    'test/reconcile/coverage.test.ts',
    'test/reconcile/decision/identity.test.ts',
    'test/reconcile/decision/check-decisions.test.ts',
    'test/reconcile/located-difference.test.ts',
    'test/reconcile/lost-deposit.test.ts',
    'test/reconcile/order-refunds.test.ts',
    'test/reconcile/own-reconciliation.test.ts',
    'test/reconcile/payout-controls.test.ts',
    'test/reconcile/payout-lists.test.ts',
    'test/reconcile/refused-answers.test.ts',
    'test/reconcile/run-selftest.test.ts',
    'test/reconcile/settlement-lag.test.ts',
    'test/reconcile/statement-formats.test.ts',
    'test/reconcile/take-on.test.ts',
    'test/report/round-trip.test.ts',
    'test/report/unexplained.test.ts',
    'test/warehouse/latest-file.test.ts',
    'test/warehouse/prepare-warehouse.test.ts',
    'test/warehouse/reissued-files.test.ts',
    'test/warehouse/snapshot.test.ts',
    'test/warehouse/snapshots.test.ts',
    'test/warehouse/statement-arithmetic.test.ts',
  ],
  /** Every fault of the sandbox on every operation, each with two runs: `npm run faults`. `long` has a share of them. */
  faults: ['test/e2e/faults-heal.test.ts'],
  /** The work of every statement on four times the lines, in processes that profile themselves: `npm run test:growth`. */
  growth: ['test/growth/growth.test.ts', 'test/growth/weight.test.ts'],
  /** The command line, also in processes of its own, or a whole run against the sandbox. */
  e2e: ['test/commands/**', 'test/e2e/**'],
  /** The rules: SQL in a warehouse. */
  sql: ['test/formats/**', 'test/inspect/**', 'test/match/**', 'test/reconcile/**', 'test/warehouse/**'],
  /** Several parts together: clients and the sandbox over HTTP, reports, locks. */
  integration: ['test/**', 'sandbox/test/**'],
};

const names = ['unit', 'long', 'faults', 'growth', 'e2e', 'sql', 'integration'] as const;
type Name = (typeof names)[number];

/** The paths of a project, as vitest reads them. */
export const globsOf = (name: Name) =>
  projects[name].map((pattern) => (pattern.endsWith('/**') ? `${pattern}/*.test.ts` : pattern));

const filesOf = (name: Name) => ({
  include: globsOf(name),
  exclude: ['test/apt/**', 'test/packed/**', ...names.slice(0, names.indexOf(name)).flatMap(globsOf)],
});

// the sandbox's source, so that a test needs no build of it
export const resolve = {
  alias: { 'tieout-sandbox': new URL('./sandbox/src/sandbox.ts', import.meta.url).pathname },
};

/** Its own temporary folder for a run. */
export const runFolder = new URL('./test/given/run-folder.ts', import.meta.url).pathname;

export const settings = {
  // for a test that hangs; generous, because the machine may be busy
  testTimeout: 240_000,
  hookTimeout: 240_000,
  globalSetup: runFolder,
  pool: 'forks' as const,
  // tests leave nothing behind in their process, and loading the modules for each file would double the time
  isolate: false,
  // many tests wait for pauses and time-outs; the default for two cores is a single worker
  maxWorkers: 3,
};

export default defineConfig({
  resolve,
  test: {
    ...settings,
    projects: names.map((name) => ({ extends: true as const, test: { name, ...filesOf(name) } })),
  },
});
