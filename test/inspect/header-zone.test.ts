import { expect, test } from 'vitest';
import { givenInspections } from '../given/inspected.ts';

const { inspectText } = givenInspections();

const statement = (header: string) => `Period: 1 Nov 2026 to 25 Nov 2026
Type,Id,Reference Nr.,Amount,Fee,Net,Currency,Status,Payment Method,${header},Settled On
purchase,p-1,INV-1,100.00,1.00,99.00,MYR,paid,visa,2026-11-10 17:30:00,2026-11-12
`;

test.each([
  ['Paid On (UTC)', 'times are read in the zone of the header (+00:00)'],
  ['Paid On (local)', undefined],
])('The configuration that is proposed for "%s" says: %s', async (header, comment) => {
  const { proposal, fitted } = await inspectText('st.csv', statement(header));
  expect(proposal.terms).toMatchObject({ aliases: { paid_on: [header] } });
  expect(proposal.reasons['aliases.paid_on']).toBe(comment);
  expect(fitted?.figures).toMatchObject({ loaded: 1, rejected: 0 });
});
