import { beforeAll, describe, expect, test } from 'vitest';
import { checkDecisions, type DecideRequest } from '../../../src/reconcile/decision/check-decisions.ts';
import type { DecisionRequest, DecisionRules } from '../../../src/reconcile/decision/decision.ts';
import { days, givenRules } from '../../given/rules.ts';

const statement = (refund: string) => `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,100.00,1.00,paid,2026-11-02 09:00:00,
p2,purchase,INV-2,MYR,50.00,1.00,refunded,2026-11-02 10:00:00,
r1,refund,INV-8,MYR,${refund},0.00,success,2026-11-02 13:00:00,p8
r2,refund,INV-9,MYR,2000.00,0.00,success,2026-11-02 13:00:00,p9
`;
const window = days('2026-11-02');
const now = '2026-11-04T02:00:00.000Z';
const rules: DecisionRules = {
  reasons: ['own_error', 'other'],
  secondPersonFor: ['write_off'],
  secondPersonForItems: ['overdue'],
  secondPersonOver: { MYR: '1000.00' },
  isVerifiedRequired: false,
};

let ids: Record<string, string> = {};

async function loadAndJudge(content: string, facts: Parameters<typeof acme.receive>[1]) {
  await acme.receive(content, facts);
  await acme.judge(['refunds_to_purchases'], '2026-11-02', '2026-11-03');
}

const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  await loadAndJudge(statement('50.00'), { kind: 'statement', ...window });
  // the next day's statement, which would have the refund of p2
  const next = { ...days('2026-11-03'), received_at: '2026-11-03T17:00:00Z' };
  await acme.receive(
    'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\nq1,purchase,I-1,MYR,1.00,0.00,overdue,\n',
    { kind: 'statement', ...next },
  );
  await acme.judge(['refunds_to_purchases'], '2026-11-02', '2026-11-03');
  const rows = await acme.rows(
    `select item_key, break_id from recon.item where reconciliation = 'refunds_to_purchases'`,
  );
  ids = Object.fromEntries(rows.map(({ item_key, break_id }) => [String(item_key), String(break_id)]));
});

const idOf = (key: string) => ids[key] ?? 'nothing';
const request = (changes: Partial<DecisionRequest>): DecisionRequest => ({
  breaks: [idOf('refund:r1')],
  decision: 'accept',
  reason: 'own_error',
  note: 'Paid by hand',
  author: 'aida',
  expiresOn: null,
  evidence: [],
  parts: [],
  ...changes,
});

async function codesAt(at: string, ...requests: DecideRequest[]): Promise<string[]> {
  const outcomes = await checkDecisions(acme.connection, requests, rules, at);
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'accepted'));
}
const codes = (...requests: DecideRequest[]) => codesAt(now, ...requests);
/** Stores the decisions as the landing zone does and reconciles the day again. */
async function keep(...requests: DecideRequest[]): Promise<string[]> {
  const outcomes = await checkDecisions(acme.connection, requests, rules, now);
  const decisions = outcomes.flatMap((outcome) => ('decisions' in outcome ? outcome.decisions : []));
  for (const decision of decisions) {
    await loadAndJudge(JSON.stringify(decision), { source: 'decision', kind: 'decision', received_at: now });
  }
  return decisions.map(({ decision_id }) => decision_id);
}
const verdict = async () => {
  const [row] = await acme.rows('select verdict, break_count, decided_count, decided_amount, reason from mart.verdict');
  return row;
};
const statusOf = async (key: string) => {
  const [row] = await acme.mart(
    'select status, decision, decided_by, is_stale_decision from mart.item where item_key = $key',
    { key },
  );
  return row;
};

const matchOf = async (key: string) => {
  const [row] = await acme.mart(
    `select item.outcome, item.match_pass, item.reason, json_extract_string(item.evidence, '$.was') as was, opened.status as break_status
     from mart.item as item inner join mart.break as opened on opened.break_id = item.break_id where item.item_key = $key`,
    { key },
  );
  return row;
};

describe('A decision is rejected', () => {
  test('if it has expired in the time zone of the company', async () => {
    const untilThe4th = request({ expiresOn: '2026-11-04' });
    expect(await codesAt('2026-11-04T15:59:59Z', untilThe4th)).toEqual(['accepted']);
    expect(await codesAt('2026-11-04T16:00:00Z', untilThe4th)).toEqual(['EXPIRED_ALREADY']);
  });

  test.each<[string, Partial<DecisionRequest>]>([
    ['REASON_UNKNOWN', { reason: 'because' }],
    ['BREAK_UNKNOWN', { breaks: [] }],
    [
      'SPLIT_DOES_NOT_ADD_UP',
      {
        decision: 'split',
        parts: [
          { amount: '-20.00', reason: 'a' },
          { amount: '-30.01', reason: 'b' },
        ],
      },
    ],
    [
      'FIGURES_CHANGED',
      {
        seen: {
          outcome: 'orphan_refund',
          left_amount: '50.0000',
          right_amount: null,
          right_minus_left: '-49.9900',
        },
      },
    ],
  ])('%s %#', async (code, changes) => {
    expect(await codes(request(changes))).toEqual([code]);
  });

  test('on a matched item, or on a closed item that is no longer found', async () => {
    const values = `'MYR' as currency, date '2026-11-02' as business_date, 'purchase:p0' as item_key,
      'refunds_to_purchases' as reconciliation, 'A test item.' as reason`;
    await acme.execute(
      `insert into recon.item by name select 1 as run_id, 'abcdef0123456789' as break_id, 'matched' as outcome, ${values}`,
    );
    await acme.execute(`insert into recon.break_life by name select 'fedcba9876543210' as break_id, 'missing_right' as outcome,
         date '2026-11-03' as first_seen_on, date '2026-11-03' as last_seen_on, date '2026-11-04' as closed_on, ${values}`);
    try {
      expect(await codes(request({ breaks: ['abcdef012345'] }), request({ breaks: ['fedcba987654'] }))).toEqual([
        'BREAK_NOT_OPEN',
        'BREAK_NOT_OPEN',
      ]);
    } finally {
      await acme.execute(`delete from recon.item where break_id = 'abcdef0123456789'`);
      await acme.execute(`delete from recon.break_life where break_id = 'fedcba9876543210'`);
    }
  });

  test('and a rejected or previewed decision changes nothing', async () => {
    expect(await acme.rows('select * from recon.decision')).toEqual([]);
  });
});

describe('A decision', () => {
  test('settles its item until it is undone', async () => {
    // the refunds r1 and r2 without a payment, and p2 with status refunded
    expect(await verdict()).toMatchObject({ break_count: 3n, decided_count: 0n });
    const [first = ''] = await keep(request({}));
    expect(await statusOf('refund:r1')).toEqual({
      status: 'accepted',
      decision: 'accept',
      decided_by: 'aida',
      is_stale_decision: false,
    });
    expect(await verdict()).toMatchObject({ break_count: 2n, decided_count: 1n, decided_amount: '50.0000' });
    await keep({ concerns: first, decision: 'undo', author: 'aida', note: null });
    expect(await codes({ concerns: first, decision: 'undo', author: 'aida', note: null })).toEqual(['DECISION_UNDONE']);
    expect(await statusOf('refund:r1')).toMatchObject({ status: 'open', decision: null });
    expect(await verdict()).toMatchObject({ break_count: 3n, decided_count: 0n });
  });

  test('that needs a second approval applies once another person approves it', async () => {
    // above 1,000.00 for every kind of decision
    const [large = ''] = await keep(request({ breaks: [idOf('refund:r2')] }));
    expect(await statusOf('refund:r2')).toMatchObject({ status: 'awaiting_approval' });
    expect(await verdict()).toMatchObject({ break_count: 3n });
    const approve = (author: string): DecideRequest => ({ concerns: large, decision: 'approve', author, note: null });
    expect(await codes(approve(' AIDA '))).toEqual(['SAME_PERSON']);
    expect(await codes(approve('ben'), approve('chong'))).toEqual(['accepted', 'APPROVED_ALREADY']);
    await keep(approve('ben'));
    expect(await statusOf('refund:r2')).toMatchObject({ status: 'accepted' });
    expect(await verdict()).toMatchObject({ break_count: 2n, decided_count: 1n, decided_amount: '2000.0000' });
    expect(await codes({ concerns: 'nothing', decision: 'approve', author: 'ben', note: null })).toEqual([
      'DECISION_UNKNOWN',
    ]);
  });

  test('of a kind that needs a second approval waits as well', async () => {
    const outcomes = await checkDecisions(acme.connection, [request({ decision: 'write_off' })], rules, now);
    expect(outcomes).toMatchObject([{ decisions: [{ needs_second: true }] }]);
  });

  const october: DecisionRules = { ...rules, firstOpenDay: '2026-11-03' };
  const effective = async (changes: Partial<DecisionRequest>, terms = rules) => {
    const [outcome] = await checkDecisions(acme.connection, [request(changes)], terms, now);
    if (outcome === undefined || 'refusal' in outcome) return outcome?.refusal.code;
    return [...new Set(outcome.decisions.map(({ effective_on: day }) => day))];
  };

  test('counts from the day of its item, or from the first open day, or from a given day that is open and has come', async () => {
    expect(await effective({})).toEqual(['2026-11-02']);
    expect(await effective({}, october)).toEqual(['2026-11-03']);
    expect(await effective({ effectiveOn: '2026-11-04' }, october)).toEqual(['2026-11-04']);
    expect(await effective({ effectiveOn: '2026-11-02' }, october)).toBe('EFFECTIVE_CLOSED');
    expect(await effective({ effectiveOn: '2026-11-01' })).toBe('EFFECTIVE_BEFORE');
    expect(await effective({ effectiveOn: '2026-11-05' })).toBe('EFFECTIVE_AHEAD');
  });

  test('of a closed month is undone only after the month is reopened', async () => {
    const [known = ''] = await keep(request({}));
    const later = { ...rules, firstOpenDay: '2026-12-01' };
    const [outcome] = await checkDecisions(
      acme.connection,
      [{ concerns: known, decision: 'undo', author: 'aida', note: null }],
      later,
      now,
    );
    expect(outcome).toMatchObject({ refusal: { code: 'DECISION_SEALED' } });
    await keep({ concerns: known, decision: 'undo', author: 'aida', note: null });
  });

  test('by two persons on a match is approved and undone once, for all of its items', async () => {
    const strict: DecisionRules = { ...rules, secondPersonFor: ['match'] };
    const pair = request({ decision: 'match', breaks: [idOf('refund:r1'), idOf('purchase:p2')] });
    const [made] = await checkDecisions(acme.connection, [pair], strict, now);
    const [one, two] = made !== undefined && 'decisions' in made ? made.decisions : [];
    const answer = (decision: 'approve' | 'undo', id = ''): DecideRequest => ({
      concerns: id,
      decision,
      author: 'ben',
      note: null,
    });
    const outcomes = await checkDecisions(
      acme.connection,
      [
        pair,
        answer('approve', two?.decision_id),
        answer('approve', one?.decision_id),
        answer('undo', one?.decision_id),
      ],
      strict,
      now,
    );
    const ids = [one?.decision_id, two?.decision_id].toSorted();
    expect(outcomes[1]).toMatchObject({ decisions: ids.map((approves) => ({ approves })) });
    expect(outcomes[2]).toMatchObject({ refusal: { code: 'APPROVED_ALREADY' } });
    expect(outcomes[3]).toMatchObject({ decisions: ids.map((undoes) => ({ undoes })) });
  });

  test('matches items that add up to zero: a refund without a payment, and a payment without its refund', async () => {
    const pair = request({ decision: 'match', breaks: [idOf('refund:r1'), idOf('purchase:p2')] });
    await keep(pair);
    expect(await matchOf('refund:r1')).toEqual({
      outcome: 'matched',
      match_pass: 'by_hand',
      reason: `Matched by hand with ${idOf('purchase:p2').slice(0, 12)} by aida.`,
      was: 'orphan_refund',
      break_status: 'matched_by_hand',
    });
    expect(await matchOf('purchase:p2')).toMatchObject({
      outcome: 'matched',
      match_pass: 'by_hand',
      was: 'status_differs',
    });
    expect(await statusOf('refund:r1')).toMatchObject({ status: 'matched_by_hand' });
    expect(await statusOf('purchase:p2')).toMatchObject({ status: 'matched_by_hand' });
    expect(await verdict()).toMatchObject({ break_count: 0n, decided_count: 3n });
  });

  test('on figures that have changed since is flagged, and its item is open again', async () => {
    await loadAndJudge(statement('51.00'), { kind: 'statement', ...window, received_at: now });
    expect(await statusOf('refund:r1')).toMatchObject({ status: 'open', is_stale_decision: true });
    // its counterpart is open again as well; the change is no restatement, because the day has no turnover to be judged by
    expect(await statusOf('purchase:p2')).toMatchObject({ status: 'open', is_stale_decision: true });
    expect(await verdict()).toMatchObject({ break_count: 2n, decided_count: 1n });
  });

  test('that has expired no longer applies', async () => {
    await keep(request({ breaks: [idOf('refund:r1')], expiresOn: '2026-11-04' }));
    expect(await statusOf('refund:r1')).toMatchObject({ status: 'accepted' });
    await loadAndJudge(`${statement('51.00')}p3,purchase,I3,MYR,1.00,0.00,paid,2026-11-02 15:00:00,\n`, {
      kind: 'statement',
      ...window,
      received_at: '2026-11-05T02:00:00.000Z',
    });
    expect(await statusOf('refund:r1')).toMatchObject({ status: 'open' });
  });
});
