import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { periodFor } from '../../src/commands/days.ts';
import { declaredSpan } from '../../src/commands/import.ts';
import { companyDefaults } from '../../src/config/company-schema.ts';

const company = { ...companyDefaults({ name: 'acme', zone: 'Asia/Kuala_Lumpur' }), starts_on: '2026-11-02' };
const now = Temporal.Instant.from('2026-11-10T00:00:00Z');
const daysOf = (options: Parameters<typeof periodFor>[0]) => {
  const { from, to } = periodFor(options, company, now);
  return [from.toString(), to.toString()];
};

test('a period begins on the first business day at the earliest', () => {
  expect(daysOf({ from: '2026-11-01', to: '2026-11-05' })).toEqual(['2026-11-02', '2026-11-06']);
  expect(daysOf({ date: '2026-11-02' })).toEqual(['2026-11-02', '2026-11-03']);
  expect(() => daysOf({ date: '2026-11-01' })).toThrow(
    expect.objectContaining({
      code: 'BEFORE_FIRST_DAY',
      message: '2026-11-01 is before 2026-11-02, the first business day of acme.',
    }),
  );
  expect(() => daysOf({ from: '2026-10-01', to: '2026-11-01' })).toThrow('is before 2026-11-02');
});

test('yesterday and the last days are those of the zone of the company, whatever the machine has', () => {
  // in Kuala Lumpur it is 10 November already, in Honolulu still 9 November
  const early = Temporal.Instant.from('2026-11-09T16:30:00Z');
  const of = (zone: string, options: Parameters<typeof periodFor>[0]) => {
    const { from, to } = periodFor(options, companyDefaults({ name: 'acme', zone }), early);
    return `${from.toString()} ${to.subtract({ days: 1 }).toString()}`;
  };
  expect(of('Asia/Kuala_Lumpur', { date: 'yesterday' })).toBe('2026-11-09 2026-11-09');
  expect(of('Pacific/Honolulu', { date: 'yesterday' })).toBe('2026-11-08 2026-11-08');
  expect(of('Asia/Kuala_Lumpur', { last: '8' })).toBe('2026-11-02 2026-11-09');
  expect(of('Pacific/Honolulu', { last: '1' })).toBe('2026-11-08 2026-11-08');
  expect(of('Asia/Kuala_Lumpur', { from: '2026-11-01', to: 'yesterday' })).toBe('2026-11-01 2026-11-09');
  // before the first business day there is nothing to run
  expect(daysOf({ last: '30' })).toEqual(['2026-11-02', '2026-11-10']);
  for (const last of ['0', '-1', '1.5', 'x', ''])
    expect(() => daysOf({ last }), last).toThrow(expect.objectContaining({ code: 'OPTION_WRONG', exitStatus: 2 }));
  for (const options of [{ date: '2026-11-05' }, { from: '2026-11-05', to: '2026-11-06' }, { to: '2026-11-06' }])
    expect(() => daysOf({ ...options, last: '2' })).toThrow('--last cannot be combined with --date, --from or --to.');
  expect(() => daysOf({ date: '2026-11-05', to: '2026-11-06' })).toThrow('--date cannot be combined');
});

test('the days that a person declares are of the time from which lines are read', () => {
  const spanOf = (covers: string) => declaredSpan({ covers, by: 'Aisha' }, company, now);
  expect(spanOf('2000-01-01..2026-11-09')).toMatchObject({ firstDay: '2000-01-01', lastDay: '2026-11-09' });
  for (const covers of ['0001-01-01..2026-11-09', '1999-12-31..2026-11-09'])
    expect(() => spanOf(covers)).toThrow(
      expect.objectContaining({ code: 'OPTION_WRONG', exitStatus: 2, message: expect.stringContaining('--covers') }),
    );
});
