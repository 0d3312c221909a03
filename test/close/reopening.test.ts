import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, test } from 'vitest';
import { closedPack, keptManifest } from '../../src/close/record-close.ts';
import {
  approvedReopening,
  checkApproval,
  isVerified,
  keepReopening,
  packToReopen,
  type ReopeningRecord,
  reopeningOf,
  signedReopening,
} from '../../src/close/reopening.ts';
import { closedMonths, nextVersion, packFolder, packName, sealedPacks } from '../../src/close/sealed-pack.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { givenSigner } from '../given/ssh-signer.ts';

let landing: Landing;
beforeEach(async () => {
  landing = await openLanding(mkdtempSync(join(tmpdir(), 'tieout-reopening-')), () =>
    Temporal.Instant.from('2026-11-05T01:00:00Z'),
  );
});

/** Records the close of a month under a file name. */
const givenClose = (month: string, name: string, text: string) =>
  landing.put(
    newReceiptFacts({
      source: 'run',
      kind: 'close',
      company: 'acme',
      batch_id: month,
      ext: 'json',
      original_name: name,
    }),
    { bytes: text },
  );

const record = (facts: Partial<ReopeningRecord>): ReopeningRecord => ({
  ...{
    tieout: 'reopening 1',
    company: 'acme',
    month: '2026-10',
    version: 1,
    action: 'request',
    reason: 'A late order',
  },
  ...{ author: 'Aida', at: '2026-11-05T01:00:00Z', system_user: 'tieout', host: 'server', signature: null },
  ...facts,
});

const [aida, badrul] = [givenSigner('Aida'), givenSigner('Badrul')];
const keys = [aida, badrul].map(({ person, key }) => ({ person, key }));
const required = { keys, second_approval_verified: true };
const signed = (facts: Partial<ReopeningRecord>, { signature }: typeof aida): ReopeningRecord => ({
  ...record(facts),
  signature: signature(signedReopening(record(facts))),
});

const rules = (isVerifiedOnly: boolean) => ({ keys: [], second_approval_verified: isVerifiedOnly });
const october = { month: '2026-10', version: 1 };

test('The versions of a month are sealed in their order; a pack without a version was replaced when the month was closed again', async () => {
  await givenClose('2026-09', 'manifest-2026-09.json', 'a');
  await givenClose('2026-09', 'manifest-2026-09.json', 'b');
  await givenClose('2026-10', 'manifest-2026-10-v1.json', 'c');
  await givenClose('2026-09', 'manifest-2026-09-v2.json', 'd');
  const packs = sealedPacks(landing.receipts());
  expect(packs.map(packName)).toEqual(['2026-09', '2026-10 v1', '2026-09 v2']);
  expect(packs.map((pack) => packFolder('/closed', 'acme', pack))).toEqual([
    '/closed/2026-09/acme',
    '/closed/2026-10/acme/v1',
    '/closed/2026-09/acme/v2',
  ]);
  const closed = closedMonths(landing.receipts());
  expect([closed.get('2026-08'), closed.get('2026-09'), closed.get('2026-10'), packs[0]].map(nextVersion)).toEqual([
    1, 3, 2, 2,
  ]);
});

test('A reopening counts once a second person has approved it, for its version only', async () => {
  expect(await reopeningOf(landing, october)).toBeUndefined();
  await keepReopening(landing, record({}));
  expect(await approvedReopening(landing, october, rules(false))).toBeUndefined();
  // the same person under the same name
  await keepReopening(landing, record({ action: 'approve', author: ' aida' }));
  expect(await approvedReopening(landing, october, rules(false))).toBeUndefined();
  await keepReopening(landing, record({ action: 'approve', author: 'Badrul' }));
  expect(await approvedReopening(landing, october, rules(false))).toMatchObject({
    requested: { author: 'Aida', reason: 'A late order' },
    approved: { author: 'Badrul' },
  });
  for (const other of [
    { ...october, version: 2 },
    { ...october, month: '2026-09' },
  ])
    expect(await approvedReopening(landing, other, rules(false))).toBeUndefined();
  // if the configuration requires signatures, names alone do not count
  expect(await approvedReopening(landing, october, rules(true))).toBeUndefined();
  // a new request awaits another approval
  await keepReopening(landing, record({ reason: 'Another order' }));
  expect(await approvedReopening(landing, october, rules(false))).toBeUndefined();
});

test('An approval is refused without a request, and from the person who requested it', async () => {
  expect(() => packToReopen(landing, '2026-10')).toThrow(expect.objectContaining({ code: 'MONTH_NOT_CLOSED' }));
  await givenClose('2026-10', 'manifest-2026-10-v1.json', 'c');
  const pack = packToReopen(landing, '2026-10');
  const refused = expect.objectContaining({ code: 'REOPENING_REFUSED', exitStatus: 2 });
  expect(() => checkApproval(pack, undefined, 'Badrul')).toThrow(refused);
  const requested = record({});
  expect(() => checkApproval(pack, { requested, approved: undefined }, 'AIDA')).toThrow(refused);
  expect(checkApproval(pack, { requested, approved: undefined }, 'Badrul')).toBe(requested);
});

test('A record is verified only with a signature of its own text by a key of its author', async () => {
  const requested = signed({}, aida);
  expect(isVerified(requested, keys)).toBe(true);
  expect(isVerified({ ...requested, reason: 'Another reason' }, keys)).toBe(false);
  expect(isVerified(signed({}, badrul), keys)).toBe(false);
  expect(isVerified(requested, [])).toBe(false);
  expect(isVerified(record({}), keys)).toBe(false);
  expect(isVerified(requested, [{ person: 'Aida', key: aida.key, until: '2026-11-04' }])).toBe(false);
  expect(isVerified(requested, [{ person: 'Aida', key: aida.key, until: '2026-11-05' }])).toBe(true);

  await keepReopening(landing, requested);
  await keepReopening(landing, record({ action: 'approve', author: 'Badrul' }));
  expect(await approvedReopening(landing, october, required)).toBeUndefined();
  await keepReopening(landing, signed({ action: 'approve', author: 'Badrul' }, badrul));
  expect(await approvedReopening(landing, october, required)).toMatchObject({ requested: { author: 'Aida' } });
});

test('A signed record counts only for its own month and company, and an approval only for the reason that it names', async () => {
  /** Keeps a record under another month or company than its own. */
  const keepAs = (facts: { batch_id?: string; company?: string }, kept: ReopeningRecord) =>
    landing.put(
      newReceiptFacts({
        ...{ source: 'run', kind: 'reopening', company: 'acme', batch_id: '2026-10', ext: 'json' },
        ...facts,
      }),
      { bytes: JSON.stringify(kept) },
    );
  for (const other of [{ month: '2026-09' }, { company: 'other' }]) {
    await keepAs({}, signed(other, aida));
    await keepAs({}, signed({ ...other, action: 'approve', author: 'Badrul' }, badrul));
    expect(await approvedReopening(landing, october, required)).toBeUndefined();
  }
  const approval = signed({ action: 'approve', author: 'Badrul' }, badrul);
  await keepReopening(landing, signed({ reason: 'Another order' }, aida));
  await keepReopening(landing, approval);
  expect(await approvedReopening(landing, october, required)).toBeUndefined();
});

test('A record or manifest of another form is a named error', async () => {
  const unreadable = { code: 'PACK_UNREADABLE', exitStatus: 4 };
  await keepReopening(landing, { ...record({}), tieout: 'reopening 2' as 'reopening 1' });
  await expect(reopeningOf(landing, october)).rejects.toMatchObject(unreadable);
  for (const text of ['{}', 'no manifest']) {
    await givenClose('2026-10', 'manifest-2026-10-v1.json', text);
    const pack = packToReopen(landing, '2026-10');
    await expect(closedPack(landing, pack)).rejects.toMatchObject(unreadable);
    await expect(keptManifest(landing, pack)).rejects.toMatchObject(unreadable);
  }
});
