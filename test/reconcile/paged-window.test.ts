import { beforeEach, expect, test } from 'vitest';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

/** Two pages of a reading of 1 and 2 November, of which the last alone has the window. */
beforeEach(() =>
  acme.execute(`insert into raw.receipt by name
    select 800 + no as receipt_id, 'gateway' as source, 'statement' as kind, 'reading' as batch_id, no as page,
      no = 2 as is_last_page, 'Asia/Kuala_Lumpur' as zone, if(no = 2, timestamptz '2026-11-01 00:00:00+08', null) as window_from,
      if(no = 2, timestamptz '2026-11-03 00:00:00+08', null) as window_to, timestamptz '2026-11-03 09:00:00+08' as received_at,
      1 as bytes, no::text as sha256, 'json' as ext, 'page' as file_name, 'loaded' as load_status, 2 - no as rejected_count
    from range(1, 3) as page(no)`),
);

const covered = () => acme.derived(`select first_day::text || ' to ' || last_day::text as days from core.coverage`);

test('A rejected row of a page without a window may belong to any day of the reading', async () => {
  await acme.execute(`insert into staging.rejected_row values (801, 1, 'not_as_specified', 'No amount.', null, null)`);
  expect(await acme.derived('select business_date::text as day from core.rejected_day order by day')).toEqual([
    { day: '2026-11-01' },
    { day: '2026-11-02' },
  ]);
  expect(await covered()).toEqual([{ days: '2026-11-01 to 2026-11-02' }]);
});

test.each([
  ['refused', "update raw.receipt set load_status = 'refused', load_message = 'Damaged.' where receipt_id = 801"],
  ['missing', 'delete from raw.receipt where receipt_id = 801'],
])('A reading with a page that is %s covers no day', async (_, change) => {
  await acme.execute(change);
  expect(await covered()).toEqual([]);
});
