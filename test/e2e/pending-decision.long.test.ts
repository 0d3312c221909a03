import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config/load-config.ts';
import { type DecideResult, decide } from '../../src/decisions/record-decisions.ts';
import type { Signer } from '../../src/decisions/signed-decisions.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { openLanding } from '../../src/landing/landing.ts';
import type { DecisionRequest } from '../../src/reconcile/decision/decision.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { inSnapshot } from '../given/in-snapshot.ts';
import { daysAgo, givenShop } from '../given/shop.ts';
import { givenSigner } from '../given/ssh-signer.ts';

const until = daysAgo(1);
const days = ['--from', daysAgo(4), '--to', until];
const aida = givenSigner('aida');
const bakar = givenSigner('bakar');
const decision = {
  second_approval_for: ['accept'],
  second_approval_for_items: ['timing'],
  second_approval_verified: true,
  keys: [
    { person: 'Aida', key: aida.key },
    { person: 'Bakar', key: bakar.key },
  ],
};
const shop = await givenShop({ seed: 4, days: 4, breaks: 'services', ordersPerDay: 12 }, {}, { decision });
expect(await shop.tieout('run', ...days)).toMatchObject({ status: 3 });

const ofItem = ['status', 'decision', 'decided_by', 'decided_by_identity', 'pending_because', 'decision_note'];
/** The columns in which a view may show a decision that awaits its approval. */
const pendingColumns: Record<string, readonly string[]> = {
  'mart.break': ofItem,
  'mart.item': ofItem,
  'mart.unmatched': ofItem,
  'mart.suggested': ofItem,
  'mart.timing': ofItem,
  'mart.finding': ['pending_count'],
};

/** Every view of mart, and what the rules know of decided items. */
const viewsNow = () =>
  inSnapshot(shop.data.published, async (rows) => {
    const named = await rows(`select table_name from information_schema.tables where table_schema = 'mart' order by 1`);
    const views = named.map(({ table_name }) => `mart.${String(table_name)}`);
    const seen = new Map<string, WarehouseRow[]>();
    for (const view of [...views, 'recon.verdict', 'recon.control', 'recon.cause', 'recon.break_life'])
      seen.set(view, await rows(`select * from ${view} order by all`));
    return seen;
  });

/** The rows of a view without the columns that may say that a decision is pending, and without rows of decisions themselves. */
function inForce(view: string, rows: readonly WarehouseRow[]): string[] {
  const hidden = [...(pendingColumns[view] ?? []), 'run_id'];
  return rows
    .filter(
      ({ change, kind }) => change !== 'awaiting_approval' && !(view === 'mart.source_file' && kind === 'decision'),
    )
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))))
    .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .sort();
}

/** The text files of the reports of a period, written now. */
async function reportsNow(): Promise<Map<string, string>> {
  const folder = join(shop.folder, 'data', 'reports');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  expect(await shop.tieout('report', 'daily', ...days)).toMatchObject({
    status: 0,
    err: '',
  });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const texts = names.filter((name) => /\.(csv|html|json)$/.test(name) && !name.endsWith('decisions.csv'));
  return new Map(texts.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const idsOf = (rows: readonly WarehouseRow[] | undefined, where: (row: WarehouseRow) => boolean) =>
  (rows ?? []).filter(where).map(({ break_id }) => String(break_id));

const accepting = (breaks: string[], changes: Partial<DecisionRequest> = {}): DecisionRequest[] =>
  breaks.map((id) => ({
    breaks: [id],
    decision: 'accept',
    reason: 'own_error',
    note: 'Agreed',
    author: 'Aida',
    expiresOn: null,
    evidence: [],
    parts: [],
    ...changes,
  }));

async function decideAs(signer: Signer | undefined, requests: Parameters<typeof decide>[1]) {
  const config = await loadConfig(shop.path);
  const result: DecideResult<(typeof requests)[number]> = await decide(config, requests, {
    isDryRun: false,
    progress: silentProgress,
    signer,
  });
  expect(result.outcomes.filter((outcome) => 'refusal' in outcome)).toEqual([]);
  return result;
}

test('A decision that awaits its approval changes nothing but the columns that say so, in every view, report and count', async () => {
  const before = await viewsNow();
  const filesBefore = await reportsNow();
  const open = (row: WarehouseRow) => row.status === 'open' && row.closed_on === null;
  const breaks = idsOf(before.get('mart.break'), (row) => open(row) && row.outcome !== 'timing').slice(0, 8);
  const outstanding = idsOf(before.get('mart.break'), (row) => open(row) && row.outcome === 'timing').slice(0, 3);
  expect(breaks.length).toBeGreaterThan(5);
  expect(outstanding.length).toBeGreaterThan(0);
  const requests = [...accepting(breaks), ...accepting(outstanding, { decision: 'explain', reason: 'arrives_later' })];
  const { pending, outcomes } = await decideAs(aida, requests);
  expect(pending).toHaveLength(requests.length);
  expect(new Set(pending.map(({ because }) => because))).toEqual(
    new Set(['A signed approval by a second person is missing.']),
  );

  const after = await viewsNow();
  for (const [view, rows] of before) {
    // the decisions themselves, and the run that re-evaluated their days
    if (['mart.decision', 'mart.run', 'mart.run_day'].includes(view)) continue;
    expect(inForce(view, after.get(view) ?? []), view).toEqual(inForce(view, rows));
  }
  const decisions = after.get('mart.decision') ?? [];
  expect(decisions).toHaveLength(requests.length);
  for (const row of decisions)
    expect(row).toMatchObject({
      is_in_force: false,
      is_pending: true,
      decided_by_identity: 'verified',
      approval_identity: null,
    });
  // the figures of the reports: what differs is said to await approval, or is the record of a decision as a file received
  const filesAfter = await reportsNow();
  expect(filesBefore.size).toBeGreaterThan(5);
  expect([...filesAfter.keys()]).toEqual([...filesBefore.keys()]);
  for (const [name, text] of filesBefore) {
    if (name.endsWith('.html')) continue;
    const linesBefore = new Set(text.split('\n'));
    const changed = (filesAfter.get(name) ?? '').split('\n').filter((line) => !linesBefore.has(line));
    expect(
      changed.filter((line) => !/awaiting.approval|^acme,decision,decision,/.test(line)),
      name,
    ).toEqual([]);
  }

  // an unsigned approval leaves them pending, and says why; a signed one puts them in force
  const answers = outcomes.flatMap((outcome) =>
    'decisions' in outcome ? outcome.decisions.map(({ decision_id }) => decision_id) : [],
  );
  const approve = answers.map((concerns) => ({ concerns, decision: 'approve' as const, author: 'Bakar', note: null }));
  const asserted = await decideAs(undefined, approve.slice(0, 1));
  expect(asserted.pending.map(({ because }) => because)).toEqual(['The approval by Bakar is not signed.']);
  const views = await viewsNow();
  expect(inForce('recon.verdict', views.get('recon.verdict') ?? [])).toEqual(
    inForce('recon.verdict', before.get('recon.verdict') ?? []),
  );
  const verified = await decideAs(bakar, approve);
  expect(verified.pending).toEqual([]);
  const approved = await viewsNow();
  expect(inForce('recon.verdict', approved.get('recon.verdict') ?? [])).not.toEqual(
    inForce('recon.verdict', before.get('recon.verdict') ?? []),
  );
  expect((approved.get('mart.decision') ?? []).filter((row) => row.is_in_force === true)).toHaveLength(requests.length);
  const shown = await shop.tieout('breaks', breaks[0] ?? '');
  expect(shown.out).toMatch(/author +Aida \(verified\)/);
  expect(shown.out).toMatch(/recorded by +\S+ on \S+/);
  expect(shown.out).toMatch(/approved by +Bakar \(verified\)/);
  expect(shown.out).toMatch(/state +in force/);
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  const rebuilt = await viewsNow();
  for (const [view, rows] of approved)
    expect(inForce(view, rebuilt.get(view) ?? []), view).toEqual(inForce(view, rows));
});

test('A damaged decision in landing fails its own item by name: run and rebuild go on, and status and reports name it', async () => {
  const [id = ''] = idsOf((await viewsNow()).get('mart.break'), (row) => row.status === 'open');
  const [item] = await shop.read(
    'select break_id, reconciliation, item_key from recon.item where starts_with(break_id, $id)',
    { id },
  );
  const landing = await openLanding(shop.data.landing);
  const facts = { source: 'decision', kind: 'decision', company: 'acme', ext: 'json' };
  const keep = (bytes: string) => landing.put(newReceiptFacts(facts), { bytes });
  await keep('{"decision": "forgive", "author": ');
  await keep(JSON.stringify({ ...item, decision: 'forgive', author: 'mallory' }));
  const day = ['run', '--date', until];
  const ran = await shop.tieout(...day);
  expect(ran.status).toBe(4);
  expect(ran.err).toMatch(/DECISION_UNUSABLE: A decision in landing does not count: .*not JSON/);
  expect(ran.err).toContain('The record (forgive by mallory) cannot be used');
  expect(ran.err).toContain(`Item ${id} is open: decide it again.`);
  const rebuilt = await shop.tieout('rebuild');
  expect(rebuilt.status).toBe(4);
  expect(rebuilt.err).toContain('The record (forgive by mallory) cannot be used');
  const form = z.object({ unusable_decisions: z.array(z.looseObject({ break_id: z.string().nullable() })) });
  const status = await shop.answer(form, 'status');
  expect(status.unusable_decisions.map(({ break_id }) => break_id).sort()).toEqual([id, null].sort());
  const reports = await reportsNow();
  const rejected = [...reports].filter(([name]) => name.endsWith('rejected.csv')).map(([, text]) => text);
  expect(rejected.join('')).toContain('The record (forgive by mallory) cannot be used');

  // deciding the item again replaces the record that names it; the other one was named when it was loaded
  await decideAs(undefined, accepting([id], { decision: 'explain' }));
  const after = await shop.tieout(...day);
  expect(after.err).toBe('');
  expect([0, 3]).toContain(after.status);
});

test('A signature is made before anything is kept: evidence that changes meanwhile is refused, and nothing is recorded', async () => {
  const views = await viewsNow();
  const [id = ''] = idsOf(views.get('mart.break'), (row) => row.status === 'open' && row.closed_on === null);
  const letter = shop.write('letter.txt', 'the letter');
  const sign = (texts: readonly string[]) => {
    writeFileSync(letter, 'another letter');
    return aida.sign(texts);
  };
  await expect(decideAs({ ...aida, sign }, accepting([id], { evidence: [letter] }))).rejects.toMatchObject({
    code: 'EVIDENCE_CHANGED',
  });
  expect((await viewsNow()).get('mart.decision')).toEqual(views.get('mart.decision'));
});
