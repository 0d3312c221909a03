import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { metricsText } from '../../src/schedule/metrics.ts';

test('The metrics have the states of all companies, as Prometheus reads them', () => {
  const day = (date: string, outcome: 'reconciled' | 'breaks') => ({ date, outcome, reason: '' });
  const acme = {
    ...{ company: 'acme', exitStatus: 3, lastSuccessAt: '2026-11-19T22:31:05.250Z' },
    days: [day('2026-11-17', 'reconciled'), day('2026-11-18', 'breaks'), day('2026-11-19', 'breaks')],
    open: [
      { currency: 'MYR', causes: 2, amount: '32685.7300' },
      { currency: 'KWD', causes: 1, amount: '0.0050' },
    ],
  };
  const nord = { company: 'nord', exitStatus: 0, lastSuccessAt: undefined, days: [], open: [] };
  const text = metricsText([acme, nord], 3, Temporal.Instant.from('2026-11-20T00:00:00.999Z'));
  const lines = text.split('\n').filter((line) => !line.startsWith('#') && line !== '');
  expect(lines).toEqual([
    'tieout_wake_up_timestamp_seconds 1795132800',
    'tieout_exit_status 3',
    'tieout_company_exit_status{company="acme"} 3',
    'tieout_company_exit_status{company="nord"} 0',
    ...['reconciled', 'reconciled_with_timing', 'breaks', 'incomplete', 'not_run', 'failed'].map(
      (state, index) => `tieout_days{company="acme",state="${state}"} ${[1, 0, 2, 0, 0, 0][index]}`,
    ),
    ...['reconciled', 'reconciled_with_timing', 'breaks', 'incomplete', 'not_run', 'failed'].map(
      (state) => `tieout_days{company="nord",state="${state}"} 0`,
    ),
    'tieout_last_success_timestamp_seconds{company="acme"} 1795127465',
    'tieout_open_causes{company="acme",currency="MYR"} 2',
    'tieout_open_causes{company="acme",currency="KWD"} 1',
    'tieout_open_amount{company="acme",currency="MYR"} 32685.7300',
    'tieout_open_amount{company="acme",currency="KWD"} 0.0050',
  ]);
  // each metric has its help and its type before its first value
  const names = [...text.matchAll(/^# TYPE (tieout_\w+) gauge$/gm)].map(([, name]) => name);
  expect([...text.matchAll(/^# HELP (tieout_\w+) .+\.$/gm)].map(([, name]) => name)).toEqual(names);
  expect(new Set(lines.map((line) => line.replace(/[{ ].*/, '')))).toEqual(new Set(names));
  expect(text.endsWith('\n')).toBe(true);
});
