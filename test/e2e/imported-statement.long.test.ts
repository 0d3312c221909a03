import { expect, test } from 'vitest';
import { z } from 'zod';
import { daysAgo, givenImporter } from '../given/shop.ts';

const day = daysAgo(1);

test('An imported statement with days far apart runs only the days that have lines, and a line of 1925 leaves nothing behind', async () => {
  const shop = givenImporter();
  const paid = [`${day} 10:00:00`, '2019-03-05 10:00:00', '1925-03-05 10:00:00'];
  const lines = paid.map((at, index) => `purchase,B-${index},10.00,1.00,paid,${at},,\n`);
  shop.write('may.csv', `Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description\n${lines.join('')}`);
  const { status, out, err } = await shop.tieout('--json', 'import', 'statement', 'may.csv');
  expect({ status, err }).toEqual({ status: 4, err: '' });
  const form = z.object({ imported: z.unknown(), verdicts: z.array(z.object({ business_date: z.string() })) });
  const { imported, verdicts } = form.parse(JSON.parse(out));
  expect(imported).toMatchObject({
    status: 'loaded',
    format: 'csv',
    lines: 3,
    loaded: 2,
    rejected: 1,
    reconciled: ['2019-03-05', day],
    rejected_rows: [{ line: 4, code: 'date_implausible' }],
  });
  expect(verdicts.map((verdict) => verdict.business_date)).toEqual(['2019-03-05', day]);
});
