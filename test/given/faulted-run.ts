import { rm } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { z } from 'zod';
import type { FaultRule } from '../../packages/sandbox/src/faults/fault.ts';
import { type RunningSandbox, startSandbox } from '../../packages/sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { signedHeaders } from '../../src/connectors/payout/client.ts';
import type { FaultCase } from './fault-cases.ts';
import { inSnapshot } from './in-snapshot.ts';
import { givenConfig, givenData, runDays } from './sandbox-config.ts';
import { fastHttpOptions } from './server.ts';

/** A Thursday. With a fixed day, the payouts and their recipients are the same on every day on which the test runs. */
const until = Temporal.PlainDate.from('2026-11-19');
const days = [until.subtract({ days: 1 }).toString(), until.toString()] as const;

/** What a person sees of a run: each verdict, item, control and figure as one line. */
export type Seen = { verdicts: Record<string, string>; figures: string[] };

const figures = `
  select 'item' as what, to_json(struct_pack(reconciliation, currency, business_date, item_key, outcome, reason_code, reason,
    left_amount, right_amount, right_minus_left, expected_on, becomes_break_on))::text as line
  from recon.item
  union all
  select 'bridge', to_json(struct_pack(reconciliation, currency, business_date, subject, measure, line_no, amount))::text
  from recon.bridge_line
  union all
  select 'control', to_json(struct_pack(control, currency, business_date, subject, state, is_decided, difference, reason))::text
  from recon.control
  union all
  select 'verdict', to_json(verdict)::text from (select * exclude (run_id) from recon.verdict) as verdict
  union all
  select 'open', break_id from recon.break_life where closed_on is null
  order by all`;

const seenIn = (path: string): Promise<Seen> =>
  inSnapshot(path, async (rows) => {
    const verdicts = await rows('select business_date::text as day, currency, verdict from recon.verdict');
    const lines = await rows(figures);
    return {
      verdicts: Object.fromEntries(
        verdicts.map(({ day, currency, verdict }) => [`${day} ${currency}`, String(verdict)]),
      ),
      figures: lines.map(({ what, line }) => `${what} ${line}`),
    };
  });

/** A sandbox without planted breaks, in which a recipient that was paid has left the list. */
export async function faultySandbox(): Promise<RunningSandbox> {
  const sandbox = await startSandbox({
    seed: 12,
    days: 5,
    until: until.toString(),
    ordersPerDay: 6,
    breaks: 'none',
    currencies: ['MYR'],
    // pages of two records, so that each list has several on any weekday, but for that of the one account
    payout: { largestPageSize: 2 },
    gateway: { statementReadyMs: 5 },
  });
  const headers = () =>
    signedHeaders(sandbox.payoutApiKey, sandbox.payoutApiSecret, Math.floor(sandbox.clock.now() / 1000));
  const listed = await fetch(`${sandbox.payoutUrl}/send/send_instructions`, { headers: headers() });
  const form = z.object({ results: z.array(z.object({ bank_account_id: z.int() })) });
  const [paid] = form.parse(await listed.json()).results;
  await fetch(`${sandbox.payoutUrl}/send/bank_accounts/${paid?.bank_account_id}`, {
    method: 'DELETE',
    headers: headers(),
  });
  return sandbox;
}

/** A company at the sandbox that has received nothing yet. */
async function faultedCompany(sandbox: RunningSandbox) {
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'] });
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  return {
    /** One run of the period while the faults are played: what it shows, the codes of its errors, and how many requests were harmed. */
    run: async (faults: readonly FaultRule[] = []) => {
      const ordered = faults.map((fault) => sandbox.faults.order(fault));
      const { errors } = await runDays(config, days, {
        http: { ...fastHttpOptions, retries: 1, headersTimeoutMs: 1500, leastBytes: 10, leastBytesMs: 1000 },
        waiting: { firstPauseMs: 2, longestPauseMs: 5, deadlineMs: 1000 },
      });
      const harmed = ordered.reduce(
        (sum, one) => sum + (sandbox.faults.list().find(({ id }) => id === one.id)?.harmed ?? 0),
        0,
      );
      sandbox.faults.cancel();
      const codes = errors.map((error) =>
        error instanceof Error && 'code' in error ? String(error.code) : String(error),
      );
      return { ...(await seenIn(givenData(folder).published)), codes, harmed };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What a run alone shows, without faults: every control is made. */
export async function cleanRun(sandbox: RunningSandbox): Promise<Seen> {
  const company = await faultedCompany(sandbox);
  try {
    const { codes, verdicts, figures } = await company.run();
    expect(codes).toEqual([]);
    expect(Object.values(verdicts)).not.toContain('incomplete');
    return { verdicts, figures };
  } finally {
    await company.remove();
  }
}

/**
 * Runs a company with faults and then without: while they last each day is incomplete or as it is without them, so that none is
 * greener and no break is reported that is none; after the clean run nothing shows that there were faults.
 */
export async function expectHealed(
  sandbox: RunningSandbox,
  clean: Seen,
  played: Pick<FaultCase, 'faults' | 'during'>,
): Promise<void> {
  const company = await faultedCompany(sandbox);
  try {
    const during = await company.run(played.faults);
    expect(during.harmed).toBeGreaterThan(0);
    for (const [day, verdict] of Object.entries(during.verdicts))
      expect([clean.verdicts[day], 'incomplete']).toContain(verdict === played.during ? 'incomplete' : verdict);
    const { codes, verdicts, figures } = await company.run();
    expect({ codes, verdicts, figures }).toEqual({ codes: [], ...clean });
  } finally {
    await company.remove();
  }
}
