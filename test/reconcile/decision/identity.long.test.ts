import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Decision } from '../../../src/reconcile/decision/decision.ts';
import { signedSha256, signedText } from '../../../src/reconcile/decision/decision.ts';
import { landed } from '../../given/landed.ts';
import { givenRules } from '../../given/rules.ts';
import { givenSigner } from '../../given/ssh-signer.ts';

const aida = givenSigner('aida');
const bakar = givenSigner('bakar');
const chong = givenSigner('chong');
const at = '2026-11-04T02:00:00.000Z';

const acme = givenRules();
const know = (person: string, fingerprint: string, validBefore: string | null = null) =>
  acme.execute('insert into core.signing_key values ($person, $fingerprint, $until::timestamptz)', {
    person,
    fingerprint,
    until: validBefore,
  });

beforeEach(async () => {
  await acme.execute('delete from core.signing_key');
  await know('aida', aida.fingerprint);
  await know('bakar', bakar.fingerprint);
});

let items = 0;
function decision(changes: Partial<Decision> = {}): Decision {
  items += 1;
  return {
    decision_id: randomUUID(),
    company: 'acme',
    break_id: `item${items}`,
    reconciliation: 'refunds_to_purchases',
    item_key: 'refund:r1',
    decision: 'accept',
    reason_code: 'other',
    note: 'Agreed — "in writing"',
    author: 'Aida',
    decided_at: at,
    expires_on: null,
    evidence: ['letter.pdf (sha256 00)'],
    figures: { outcome: 'orphan_refund', left_amount: null, right_amount: '5.0000', right_minus_left: '5.0000' },
    matched_with: [],
    parts: [],
    needs_second: true,
    needs_verified: true,
    undoes: null,
    approves: null,
    answers_sha256: null,
    system_user: 'svc',
    host: 'desk-7',
    ...changes,
  };
}

const approvalOf = (of: Decision, changes: Partial<Decision> = {}) =>
  decision({
    break_id: of.break_id,
    decision: 'approve',
    author: 'bakar',
    needs_second: false,
    needs_verified: false,
    approves: of.decision_id,
    answers_sha256: signedSha256(of),
    decided_at: '2026-11-04T03:00:00.000Z',
    ...changes,
  });
const by = (signer: ReturnType<typeof givenSigner>, one: Decision): Decision => ({
  ...one,
  signature: signer.signature(signedText(one)),
});

const loadText = (text: string) => acme.load(landed(text, { source: 'decision', kind: 'decision', received_at: at }));
async function load(...decisions: Decision[]): Promise<void> {
  for (const one of decisions)
    expect(await loadText(JSON.stringify(one))).toMatchObject({ status: 'loaded', rejected: 0 });
}
async function stateOf({ break_id }: Decision) {
  const [row] = await acme.derived(
    `select status, author_identity, approved_by, approval_identity, is_settled, pending_because
     from recon.decision_now where break_id = $id`,
    { id: break_id },
  );
  return row;
}
const pending = (because: string) => ({ status: 'awaiting_approval', is_settled: false, pending_because: because });

test('A second approval is verified where both persons signed, with who recorded it where', async () => {
  const made = by(aida, decision());
  await load(made);
  expect(await stateOf(made)).toMatchObject({
    ...pending('A signed approval by a second person is missing.'),
    author_identity: 'verified',
  });
  await load(by(bakar, approvalOf(made)));
  expect(await stateOf(made)).toEqual({
    status: 'accepted',
    author_identity: 'verified',
    approved_by: 'bakar',
    approval_identity: 'verified',
    is_settled: true,
    pending_because: null,
  });
  const [shown] = await acme.mart(
    `select decided_by_identity, asserted_because, system_user, host, approved_by, approval_identity, is_in_force, is_pending, signed_with
     from mart.decision where decision_id = $id`,
    { id: made.decision_id },
  );
  expect(shown).toEqual({
    decided_by_identity: 'verified',
    asserted_because: null,
    system_user: 'svc',
    host: 'desk-7',
    approved_by: 'bakar',
    approval_identity: 'verified',
    is_in_force: true,
    is_pending: false,
    signed_with: aida.fingerprint,
  });
});

test('Without signatures an approval is asserted: enough where no signature is required, pending with its reason where one is', async () => {
  const free = decision({ needs_verified: false });
  await load(free);
  expect(await stateOf(free)).toMatchObject(pending('The approval by a second person is missing.'));
  await load(approvalOf(free));
  expect(await stateOf(free)).toMatchObject({
    status: 'accepted',
    approved_by: 'bakar',
    approval_identity: 'asserted',
  });

  const unsigned = decision();
  await load(unsigned, by(bakar, approvalOf(unsigned)));
  expect(await stateOf(unsigned)).toMatchObject(
    pending('The decision by Aida is not signed. Undo it, and decide again with a signature.'),
  );
  const signed = by(aida, decision());
  await load(signed, approvalOf(signed));
  expect(await stateOf(signed)).toMatchObject(pending('The approval by bakar is not signed.'));
  // a later one that is signed counts
  await load(by(bakar, approvalOf(signed, { decided_at: '2026-11-04T04:00:00.000Z' })));
  expect(await stateOf(signed)).toMatchObject({ status: 'accepted', approval_identity: 'verified' });
});

test('One person, one key for two, a key of nobody, of somebody else or of the past, and another content verify nothing', async () => {
  const alone = by(aida, decision());
  await load(alone, by(aida, approvalOf(alone, { author: ' AIDA ' })));
  expect(await stateOf(alone)).toMatchObject(pending('A signed approval by a second person is missing.'));

  const unknown = by(aida, decision());
  await load(unknown, by(chong, approvalOf(unknown, { author: 'chong' })));
  expect(await stateOf(unknown)).toMatchObject(
    pending('The key with which chong signed the approval is not configured.'),
  );

  // bakar's approval is signed with chong's key once that is configured as chong's: it is no approval by bakar
  const borrowed = by(aida, decision());
  await load(borrowed, by(chong, approvalOf(borrowed)));
  await know('chong', chong.fingerprint);
  expect(await stateOf(borrowed)).toMatchObject({
    ...pending('The approval by bakar is signed with a key of another person.'),
    approved_by: null,
  });
  const forged = by(chong, decision());
  await load(forged);
  expect(await stateOf(forged)).toBeUndefined();
  const [named] = await acme.rows(
    'select code, reason, is_in_force from core.unusable_decision order by receipt_id desc limit 1',
  );
  expect(named).toEqual({
    code: 'signature_of_another',
    reason: 'The record (accept by Aida) is signed with a key of another person.',
    is_in_force: true,
  });

  const replayed = by(aida, decision());
  const other = by(aida, decision());
  await load(replayed, other, by(bakar, approvalOf(other, { approves: replayed.decision_id })));
  expect(await stateOf(replayed)).toMatchObject(
    pending('The approval by bakar is of another version of the decision.'),
  );

  await acme.execute('delete from core.signing_key');
  await know('aida', aida.fingerprint, at);
  await know('bakar', bakar.fingerprint);
  const late = by(aida, decision());
  const early = by(aida, decision({ decided_at: '2026-11-04T01:59:59.000Z' }));
  await load(late, by(bakar, approvalOf(late)), early, by(bakar, approvalOf(early)));
  expect(await stateOf(late)).toMatchObject(pending('The key with which Aida signed the decision is not configured.'));
  expect(await stateOf(early)).toMatchObject({ status: 'accepted', approval_identity: 'verified' });

  const shared = by(aida, decision());
  await load(shared, by(aida, approvalOf(shared)));
  await acme.execute('delete from core.signing_key');
  await know('aida', aida.fingerprint);
  expect(await stateOf(shared)).toMatchObject({ is_settled: false, approved_by: null });
  const sharedByNobody = by(chong, decision());
  await load(sharedByNobody, by(chong, approvalOf(sharedByNobody)));
  expect(await stateOf(sharedByNobody)).toMatchObject({ is_settled: false, approval_identity: 'asserted' });
});

test('A decision that awaits approval does not replace the one in force, and a pending match makes no half of a match', async () => {
  const settled = decision({ needs_second: false, needs_verified: false });
  const later = decision({ break_id: settled.break_id, decision: 'write_off', decided_at: '2026-11-05T02:00:00.000Z' });
  await load(settled, later);
  expect(await stateOf(settled)).toMatchObject({ status: 'accepted', is_settled: true });
  const left = decision({ decision: 'match' });
  const right = decision({ decision: 'match', matched_with: [left.break_id] });
  const whole = { ...left, matched_with: [right.break_id], needs_verified: false };
  await load(whole, { ...right, needs_verified: false });
  await load(approvalOf(whole));
  for (const side of [left, right])
    expect(await stateOf(side)).toMatchObject(pending('The approval by a second person is missing.'));
});

test('A record that cannot be used is rejected by name, and its item stays open', async () => {
  const signed = by(aida, decision());
  const { author: _author, ...anonymous } = decision();
  // the last of two equal names is what was signed; a reader that takes the first would see another note
  const doubled = JSON.stringify(signed).replace('"note":', '"note":"Something else","note":');
  const cases: [string, string, RegExp][] = [
    ['', 'answer_not_json', /decide the item again/],
    ['{"decision_id": "x"', 'answer_not_json', /not JSON/],
    ['[]', 'decision_unreadable', /^The record \(decision\) cannot be used: /],
    ['null', 'decision_unreadable', /cannot be used/],
    [
      JSON.stringify(anonymous),
      'decision_unreadable',
      /^The record \(accept\) cannot be used: missing or wrong: author\.$/,
    ],
    [JSON.stringify({ ...decision(), decision: 'forgive' }), 'decision_unreadable', /\(forgive by Aida\).*decision/],
    [JSON.stringify({ ...decision(), evidence: 'letter' }), 'decision_unreadable', /evidence/],
    [JSON.stringify({ ...decision(), decided_at: 'yesterday' }), 'decision_unreadable', /decided_at/],
    [JSON.stringify(decision({ company: 'globex' })), 'decision_of_another_company', /belongs to another company/],
    [
      JSON.stringify({ ...signed, signature: 'by Aida' }),
      'signature_invalid',
      /\(accept by Aida\).*not an SSH signature/,
    ],
  ];
  const fields: Partial<Decision>[] = [
    { break_id: 'another' },
    { company: 'acme ' },
    { decision: 'write_off' },
    { reason_code: 'own_error' },
    { note: 'Agreed' },
    { author: 'bakar' },
    { decided_at: '2026-11-04T02:00:00.001Z' },
    { figures: { ...signed.figures, right_minus_left: '5.0001' } },
    { matched_with: ['another'] },
    { needs_second: false },
    { needs_verified: false },
    { approves: randomUUID() },
    { undoes: randomUUID() },
    { evidence: [] },
    { expires_on: '2027-01-01' },
    { host: 'desk-8' },
    { system_user: 'root' },
  ];
  for (const change of fields)
    cases.push([JSON.stringify({ ...signed, ...change }), 'signature_invalid', /made for another content/]);
  const [before] = await acme.rows('select count(*) as n from recon.decision');
  for (const [text, code, reason] of cases) {
    const outcome = await loadText(text);
    const [row] = await acme.rows(
      'select code, reason, is_in_force from core.unusable_decision where receipt_id = $id',
      { id: outcome.receipt_id },
    );
    expect(row, text).toMatchObject({ code, reason: expect.stringMatching(reason), is_in_force: true });
  }
  const [after] = await acme.rows('select count(*) as n from recon.decision');
  expect(after).toEqual(before);

  expect(await loadText(doubled)).toMatchObject({ status: 'loaded', rejected: 0 });
  const kept = await acme.rows('select note from recon.decision where decision_id = $id', {
    id: signed.decision_id,
  });
  expect(kept).toEqual([{ note: signed.note }]);
  // the id of a known decision with another content
  const again = await loadText(JSON.stringify({ ...signed, note: 'Another', signature: null }));
  expect(again).toMatchObject({ rejected: 1 });
  expect(await loadText(JSON.stringify(signed))).toMatchObject({ rejected: 0 });
  const listed = await acme.mart(`select reason from mart.rejected_row where receipt_id = $id and is_in_force`, {
    id: again.receipt_id,
  });
  expect(listed).toEqual([
    { reason: 'The record (accept by Aida) has the id of an earlier decision with another content.' },
  ]);
});
