import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenImporter } from '../given/shop.ts';

/** A company whose statements are imported, and its open items of refunds. */
function given() {
  const shop = givenImporter();
  const head = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To';
  return {
    ...shop,
    importLines: (...lines: string[]) => {
      shop.write('statement.csv', [head, ...lines].map((line) => `${line}\n`).join(''));
      return shop.tieout('import', 'statement', 'statement.csv');
    },
    items: (...filters: string[]) => shop.breaks('--reconciliation', 'refunds_to_purchases', ...filters),
  };
}

test('A manual match across days applies to both; undone on one, both are open again, also after a rebuild', async () => {
  const { importLines, items, answer, rows, tieout } = given();
  // an orphan refund, and on the previous day a refunded purchase without its refund
  await importLines(
    'p1,purchase,INV-1,MYR,50.00,1.00,refunded,2026-11-02 10:00:00,',
    'r1,refund,INV-8,MYR,50.00,0.00,success,2026-11-03 13:00:00,p8',
  );
  const both = await items();
  expect(both).toMatchObject([
    { business_date: '2026-11-02', outcome: 'status_differs', amount: '50.0000' },
    { business_date: '2026-11-03', outcome: 'orphan_refund', amount: '-50.0000' },
  ]);
  const [purchase = '', refund = ''] = both.map(({ break_id }) => break_id);
  const decided = z.object({
    outcomes: z.array(z.object({ decisions: z.array(z.object({ decision_id: z.string(), break_id: z.string() })) })),
  });
  const words = ['--reason', 'own_error', '--author', 'aida'];
  const { outcomes } = await answer(decided, 'decide', 'match', purchase, refund, ...words);
  expect(await items('--status', 'matched_by_hand')).toHaveLength(2);
  expect(
    await rows("select item_key, reason from mart.matched where match_pass = 'by_hand' order by item_key"),
  ).toEqual([
    { item_key: 'purchase:p1', reason: `Matched by hand with ${refund} by aida.` },
    { item_key: 'refund:r1', reason: `Matched by hand with ${purchase} by aida.` },
  ]);

  const ofRefund = outcomes[0]?.decisions.find(({ break_id }) => break_id.startsWith(refund));
  const undo = ['decide', 'undo', ofRefund?.decision_id ?? '', '--author', 'aida'];
  expect(await tieout(...undo)).toMatchObject({ err: '' });
  expect(await items()).toEqual(both);
  expect(await tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(await items()).toEqual(both);
});

test('A match by hand across more days than a run has is open on both sides once the figures of one have changed', async () => {
  const { importLines, items, tieout } = given();
  await importLines('p1,purchase,INV-1,MYR,50.00,1.00,refunded,2026-09-01 10:00:00,');
  await importLines('r1,refund,INV-8,MYR,50.00,0.00,success,2026-10-20 13:00:00,p8');
  const ids = (await items()).map(({ break_id }) => break_id);
  expect(ids).toHaveLength(2);
  await tieout('decide', 'match', ...ids, '--reason', 'own_error', '--author', 'aida');
  expect(await items('--status', 'matched_by_hand')).toHaveLength(2);

  // the refund is restated
  await importLines('r1,refund,INV-8,MYR,40.00,0.00,success,2026-10-20 13:00:00,p8');
  const open = [
    { business_date: '2026-09-01', outcome: 'status_differs' },
    { business_date: '2026-10-20', outcome: 'orphan_refund' },
  ];
  expect(await items()).toMatchObject(open);
  const compared = await tieout('rebuild', '--compare');
  expect(compared).toMatchObject({ status: 0, err: '', out: expect.stringContaining('Equal to the published data: ') });
  expect(await items()).toMatchObject(open);
});
