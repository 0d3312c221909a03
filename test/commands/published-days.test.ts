import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { companyState, stateText } from '../../src/commands/current-state.ts';
import type { ScheduledCompany } from '../../src/schedule/due.ts';
import { givenFreshRules } from '../given/rules.ts';

/* What the state of a company makes of published verdicts and of inputs that were awaited when they were given. */

const acme: ScheduledCompany = {
  name: 'acme',
  zone: 'Asia/Kuala_Lumpur',
  schedule: { at: '06:30', deadline: '10:00', retry_minutes: 30, catch_up_days: 31 },
};
const data_dir = mkdtempSync(join(tmpdir(), 'tieout-state-'));
const published = givenFreshRules();

type Judged = { date: string; currency?: string; verdict?: string };

async function judged({ date, currency = 'MYR', verdict = 'reconciled' }: Judged) {
  await published.execute(
    `insert into recon.verdict by name
     select 1 as run_id, $currency as currency, $date::date as business_date, $verdict as verdict,
       $currency || ' is ' || $verdict as reason, 0 as matched_count, 0 as matched_amount, 0 as break_count, 0 as break_amount,
       0 as timing_count, 0 as timing_amount, 0 as suggested_count, 0 as overdue_count, 0 as rejected_count, 0 as residual`,
    { currency, date, verdict },
  );
}

/** Two inputs of the day are awaited, which a control needs; `state` is that of the control. */
async function awaited(date: string, state = 'awaited') {
  await published.execute(
    `insert into recon.control by name
     select 1 as run_id, 'MYR' as currency, $date::date as business_date, 'bank_to_settlement' as control,
       '' as subject, 'Bank' as title, $state as state, false as is_decided, 'Awaited.' as reason, 'own_book, bank' as input,
       date '2026-11-20' as due_on`,
    { date, state },
  );
  await published.execute(
    `insert into recon.input_state by name
     select 1 as run_id, 'MYR' as currency, $date::date as business_date, unnest(['bank', 'own_book']) as input,
       'bank_statement' as kind, 'awaited' as state, unnest([date '2026-11-20', date '2026-11-18']) as due_on,
       false as is_declared, 0 as rejected_count`,
    { date },
  );
}

async function stateAt(now: string): Promise<string> {
  const snapshot = { read: (sql: string, bound = {}) => published.mart(sql, bound) };
  const terms = { config: { data_dir }, history: [], closes: [], now: Temporal.Instant.from(now) };
  return stateText(await companyState(acme, snapshot, terms));
}

test('The worst currency of a day counts', async () => {
  await judged({ date: '2026-11-17' });
  await judged({ date: '2026-11-18', currency: 'SGD', verdict: 'reconciled_with_timing' });
  expect(await stateAt('2026-11-19T00:00:00Z')).toBe('acme: reconciled with timing through 18 Nov 2026');
  await judged({ date: '2026-11-18', verdict: 'breaks' });
  expect(await stateAt('2026-11-19T00:00:00Z')).toBe('acme: breaks on 18 Nov 2026: MYR is breaks');
  await judged({ date: '2026-11-17', currency: 'SGD', verdict: 'breaks' });
  expect(await stateAt('2026-11-19T00:00:00Z')).toBe('acme: breaks on 2 days since 17 Nov 2026: SGD is breaks');
});

test('An awaited input is missing from the day after it is due in the zone of the company, unless its control is waived', async () => {
  await judged({ date: '2026-11-17' });
  await awaited('2026-11-17');
  expect(await stateAt('2026-11-18T15:59:59Z')).toBe('acme: reconciled through 17 Nov 2026');
  expect(await stateAt('2026-11-18T16:00:00Z')).toBe(
    'acme: incomplete on 17 Nov 2026: The input own book was due on 18 Nov 2026.',
  );
  await published.execute("update recon.control set state = 'waived'");
  expect(await stateAt('2026-11-18T16:00:00Z')).toBe('acme: reconciled through 17 Nov 2026');
});
