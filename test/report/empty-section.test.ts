import { expect, test } from 'vitest';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { english } from '../../src/messages/words.ts';
import { emptyText } from '../../src/report/code-text.ts';
import { readTables } from '../../src/report/table.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-10-05 09:00:00
`;
const acme = givenRules({ hasPayout: false }, (rules) =>
  rules.receive(statement, { kind: 'statement', ...days('2026-10-01', '2026-10-31') }),
);

const column = { field: 'company', title: 'Company', format: 'text' as const, width: 10, total: false, hidden: false };
const day = (company: string, date: string) => `('${company}', date '${date}')`;

test.each([
  ['has no rows', [], 'Visits: own.visit has no rows.'],
  [
    'has rows of another company',
    [day('other', '2026-10-05')],
    'Visits: the only row of own.visit is not of this company.',
  ],
  [
    'has rows of other days',
    [day('acme', '2026-09-30'), day('acme', '2026-11-01'), day('other', '2026-10-05')],
    'Visits: none of the 2 rows of own.visit of this company is of these days.',
  ],
  ['has rows of these days', [day('acme', '2026-10-05')], undefined],
])('A section of the user’s own says why it has no rows: its view %s', async (_, rows, expected) => {
  await acme.mart('from mart.fee_invoice');
  const given =
    rows.length === 0
      ? "('', date '2026-01-01')) as visit (company, business_date) where false"
      : `${rows.join(', ')}) as visit (company, business_date)`;
  await acme.connection.run(
    `create schema if not exists own; create or replace view own.visit as select * from (values ${given}`,
  );
  const visits = {
    ...{ name: 'visits', title: 'Visits', about: 'Visits.', view: 'own.visit', order: ['business_date'] },
    ...{ columns: [column], least_days: 1, optional: false },
  };
  const definition = {
    ...{ name: 'own', title: 'Own', charts: [], sections: [visits], isBundled: false },
    refuse: ({ message }: { message: string }) => new TieoutError({ code: 'TEST', message, remedy: '', exitStatus: 2 }),
  };
  const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: '2026-10-01', to: '2026-11-01' };
  const [table] = await readTables(acme.connection, definition, scope);
  expect(table === undefined ? [] : emptyText(table, english())).toEqual(expected === undefined ? [] : [expected]);
});
