import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { placesOf, planCopies } from '../../src/evidence/forget/personal-places.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { valueFinder } from '../../src/privacy/find-values.ts';
import type { Decision } from '../../src/reconcile/decision/decision.ts';
import { readDecision, signedSha256, signedText } from '../../src/reconcile/decision/decision.ts';
import { givenSigner } from '../given/ssh-signer.ts';

const finder = valueFinder([{ value: 'Aisyah binti Ali', by: 'person-1' }]);
const folder = () => mkdtempSync(join(tmpdir(), 'tieout-plan-'));
const aida = givenSigner('aida');

const decided = (changes: Partial<Decision>): Decision => ({
  decision_id: randomUUID(),
  company: 'acme',
  break_id: 'b',
  reconciliation: 'r',
  item_key: 'k',
  decision: 'accept',
  reason_code: 'own_error',
  note: 'Called Aisyah binti Ali',
  author: 'aida',
  decided_at: '2026-10-01T00:00:00Z',
  expires_on: null,
  evidence: [],
  matched_with: [],
  parts: [],
  figures: { outcome: 'missing_right', left_amount: null, right_amount: null, right_minus_left: null },
  needs_second: false,
  undoes: null,
  approves: null,
  ...changes,
});

const keep = (landing: Landing, decision: Decision) =>
  landing.put(newReceiptFacts({ source: 'decision', kind: 'decision', company: 'acme', ext: 'json' }), {
    bytes: JSON.stringify(decision),
  });

test('A signed decision, and one that a signed approval answers, stay as they were signed and are named', async () => {
  const landing = await openLanding(join(folder(), 'landing'));
  const unsigned = decided({});
  const approved = decided({});
  const signed = decided({});
  const approval = decided({
    decision: 'approve',
    note: null,
    approves: approved.decision_id,
    answers_sha256: signedSha256(approved),
  });
  const [replaced] = [await keep(landing, unsigned), await keep(landing, approved)];
  const kept = await keep(landing, { ...signed, signature: aida.signature(signedText(signed)) });
  await keep(landing, { ...approval, signature: aida.signature(signedText(approval)) });
  const plan = await planCopies(landing, finder);
  expect(plan.copies.map(({ sha256 }) => sha256)).toEqual([replaced.sha256]);
  expect(plan.signed.sort()).toEqual([approved.decision_id, signed.decision_id].sort());
  expect(readDecision(JSON.parse(readFileSync(landing.objectPath(kept), 'utf8')))).toMatchObject({
    read: { signed_with: aida.fingerprint },
  });
});

test('A workbook that cannot be unpacked is a place: nobody can say that it has no value', async () => {
  const path = folder();
  writeFileSync(join(path, 'damaged.xlsx'), Buffer.from('PK\x03\x04 and no directory', 'latin1'));
  writeFileSync(join(path, 'clean.csv'), 'id\n1\n');
  const found = await placesOf(
    path,
    { folders: [path], files: [], isOthers: () => false },
    ['Aisyah binti Ali'],
    finder,
  );
  expect(found).toEqual([expect.stringMatching(/^damaged\.xlsx \(not looked into: /)]);
});
