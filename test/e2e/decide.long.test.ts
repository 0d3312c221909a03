import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { daysAgo, givenShop } from '../given/shop.ts';

const shop = await givenShop({ seed: 4, days: 10, breaks: 'services', ordersPerDay: 20 });
const ran = await shop.tieout('run', '--from', daysAgo(10), '--to', daysAgo(1));
expect(ran.status).toBe(3);

const decidedForm = z.object({
  outcomes: z.array(z.object({ decisions: z.array(z.object({ decision_id: z.string() })) })),
  folders: z.array(z.string()),
});

const ofPayouts = ['--reconciliation', 'allocations_to_payouts'] as const;

/** A break of the payouts with an amount. */
async function oneBreak() {
  const [found] = await shop.breaks(...ofPayouts, '--over', '0.01');
  if (found === undefined) throw new Error('the sandbox planted no break');
  return found;
}

const verdicts = () =>
  shop.answer(
    z.array(z.object({ business_date: z.string(), currency: z.string(), verdict: z.string() })),
    'sql',
    'select business_date::text as business_date, currency, verdict from mart.verdict order by 1, 2',
  );

test('A break is listed, decided and shown with its history, and the verdict follows; a rebuild gives the same', async () => {
  const count = (await shop.breaks(...ofPayouts, '--over', '0.01')).length;
  const one = await oneBreak();
  const letter = shop.write('letter.pdf', 'the letter');
  const evidence = ['--evidence', letter, 'https://bank.example/letters/7'];
  const words = ['--reason', 'own_error', '--note', 'Paid back by hand on Monday', '--author', 'aida', ...evidence];
  expect(await shop.tieout('decide', 'accept', one.break_id, ...words, 'letter.doc')).toMatchObject({
    status: 2,
    err: expect.stringContaining('EVIDENCE_MISSING'),
  });
  const tried = await shop.tieout('decide', 'accept', one.break_id, ...words, '--dry-run');
  expect(tried).toMatchObject({ status: 0, err: '' });
  // the amount, what the item is, and the verdict of its day
  const [line, what, why, effect, ...rest] = tried.out.split('\n');
  expect(line).toBe(`dry run   ${one.break_id}: accept by aida`);
  expect(what).toMatch(/^ {10}MYR -?[\d,]+\.\d\d, \d{4}-\d\d-\d\d, .+, Payout ledger to payout instructions$/);
  expect(why).toMatch(/^ {10}\S/);
  expect(rest).toEqual(['']);
  const verdict = (await verdicts()).find(
    ({ business_date: day, currency }) => day === one.business_date && currency === 'MYR',
  );
  expect(effect).toBe(`          effect: ${one.business_date} MYR: stays ${verdict?.verdict}`);
  expect(await shop.breaks('--status', 'accepted')).toEqual([]);

  const done = await shop.tieout('--json', 'decide', 'accept', one.break_id, ...words);
  expect(done).toMatchObject({ status: 0, err: '' });
  const { outcomes, folders } = decidedForm.parse(JSON.parse(done.out));
  expect(folders).toEqual([shop.reports(one.business_date)]);
  expect(await shop.breaks('--status', 'accepted')).toMatchObject([{ break_id: one.break_id }]);
  expect(await shop.breaks(...ofPayouts, '--over', '0.01')).toHaveLength(count - 1);

  const shown = await shop.tieout('breaks', one.break_id.slice(0, 8));
  expect(shown.out).toContain('Paid back by hand on Monday');
  expect(shown.out).toContain('decided by');
  // sha256 of its bytes, by `printf 'the letter' | sha256sum`
  const kept = '64e588fa98e1c4cf29a41921c208a435e82fb9e23c6fa068f8e18cf048f865f8';
  expect(shown.out).toContain(`letter.pdf (sha256 ${kept})`);
  expect(shown.out).toContain('https://bank.example/letters/7');
  const landed = join(shop.data.landing, 'objects', kept.slice(0, 2), `${kept}.pdf`);
  expect(readFileSync(landed, 'utf8')).toBe('the letter');
  const again = await shop.tieout('decide', 'accept', one.break_id, ...words);
  expect(again).toMatchObject({ status: 1 });
  expect(again.out).toContain('already accepted; undo that decision first. (BREAK_DECIDED)');

  const page = shop.report(one.business_date, 'acme.html');
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(await shop.breaks('--status', 'accepted')).toMatchObject([{ break_id: one.break_id }]);
  expect(shop.report(one.business_date, 'acme.html')).toBe(page);

  const id = outcomes[0]?.decisions[0]?.decision_id ?? '';
  expect(await shop.tieout('decide', 'undo', id, '--author', 'aida')).toMatchObject({ status: 0 });
  expect(await shop.breaks('--status', 'accepted')).toEqual([]);
});

test('An invalid argument or filter value exits 2 and suggests the nearest value', async () => {
  const cases = [
    [['decide', 'accept', 'ffff'], /DECISION_WRONG: A decision needs a reason/],
    [['decide', 'split', 'ffff', '--reason', 'other', '--part', 'half'], /DECISION_WRONG: "half" is not a part/],
    [['breaks', '--status', 'opne'], /OPTION_WRONG: There is no --status "opne"; did you mean "open"\?/],
    [['breaks', '--currency', 'myr'], /no --currency "myr"; did you mean "MYR"\?/],
    [['breaks', '--outcome', 'missing'], /no --outcome "missing"; did you mean "missing_left"\?/],
    [['breaks', '--reconciliation', 'order_to_statement'], /did you mean "orders_to_statement"\?/],
    [['breaks', '--reconciliation', 'send_limit_lifecycle'], /did you mean "allocation_lifecycle"\?/],
    [['breaks', '--over', 'much'], /OPTION_WRONG: --over much is not an amount/],
    [['breaks', '--older-than', 'old'], /OPTION_WRONG: --older-than old is not a number of days/],
  ] as const;
  for (const [args, expected] of cases) {
    const { status, err } = await shop.tieout(...args);
    expect(status).toBe(2);
    expect(err).toMatch(expected);
  }
});

test('A dry run shows the verdicts that the decisions give: recorded, they are as it said', async () => {
  const ids = (await shop.breaks()).map(({ break_id: id }) => id);
  const words = ['--reason', 'own_error', '--note', 'Known', '--author', 'aida'];
  const before = await verdicts();
  const { preview } = await shop.answer(
    z.object({
      preview: z.object({
        items: z.array(z.object({ break_id: z.string() })),
        days: z.array(
          z.object({ business_date: z.string(), currency: z.string(), before: z.string(), after: z.string() }),
        ),
      }),
    }),
    ...['decide', 'explain', ...ids, ...words, '--dry-run'],
  );
  expect(preview.items.map(({ break_id: id }) => id.slice(0, 12)).sort()).toEqual([...ids].sort());
  const changes = preview.days.map((one) => `${one.before} becomes ${one.after}`);
  expect(changes.some((change) => /^breaks becomes reconciled/.test(change))).toBe(true);
  expect(await verdicts()).toEqual(before);
  const text = await shop.tieout('decide', 'explain', ...ids, ...words, '--dry-run');
  expect(text.out.match(/^dry run /gm)).toHaveLength(ids.length);
  expect(text.out).toMatch(/^ {10}effect: \d{4}-\d\d-\d\d MYR: breaks becomes reconciled/m);
  expect(await shop.tieout('decide', 'explain', ...ids, ...words)).toMatchObject({ status: 0, err: '' });
  const expected = before.map((row) => {
    const day = preview.days.find(
      ({ business_date: on, currency }) => on === row.business_date && currency === row.currency,
    );
    return { ...row, verdict: day?.after ?? row.verdict };
  });
  expect(await verdicts()).toEqual(expected);
});
