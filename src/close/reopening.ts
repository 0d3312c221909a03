import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { newReceiptFacts } from '../domain/receipt.ts';
import { readPublicKey, verifySignature } from '../domain/ssh-signature.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { samePerson } from '../reconcile/decision/decision.ts';
import { closedMonths, packName, readRecord, type SealedPack } from './sealed-pack.ts';

/** The kind of the records about the reopening of a closed month. */
export const reopeningKind = 'reopening';

const recordSchema = z.strictObject({
  tieout: z.literal('reopening 1'),
  company: z.string(),
  month: z.string(),
  /** The version that is reopened; null for a pack of an earlier program. */
  version: z.number().int().nullable(),
  action: z.enum(['request', 'approve']),
  reason: z.string(),
  author: z.string(),
  at: z.string(),
  system_user: z.string(),
  host: z.string(),
  /** The signature of the text of the other fields, in the format of `ssh-keygen -Y sign`; null where the author did not sign. */
  signature: z.string().nullable(),
});

/** A request or an approval. The record without its signature is the text that the person signs. */
export type ReopeningRecord = z.infer<typeof recordSchema>;

export const signedReopening = ({ signature: _, ...content }: ReopeningRecord): string =>
  JSON.stringify(content, null, 1);

/** A reopening of a pack: its request with the reason, and its approval. */
export type Reopening = { requested: ReopeningRecord; approved: ReopeningRecord | undefined };

type Keys = readonly { person: string; key: string; until?: string | undefined }[];

/** Whether a record is signed with a key that the configuration assigns to its author. */
export function isVerified(record: ReopeningRecord, keys: Keys): boolean {
  if (record.signature === null) return false;
  const verified = verifySignature(signedReopening(record), record.signature);
  if (!('key' in verified)) return false;
  const owner = keys.find(({ key }) => readPublicKey(key)?.fingerprint === verified.key.fingerprint);
  return (
    owner !== undefined &&
    samePerson(owner.person, record.author) &&
    (owner.until === undefined || record.at.slice(0, 10) <= owner.until)
  );
}

/** The newest reopening of a pack; undefined if nobody requested it. Throws LANDING_OBJECT_MISSING, LANDING_OBJECT_DAMAGED or PACK_UNREADABLE. */
export async function reopeningOf(
  landing: Pick<Landing, 'receipts' | 'read'>,
  { month, version }: Pick<SealedPack, 'month' | 'version'>,
): Promise<Reopening | undefined> {
  let found: Reopening | undefined;
  for (const receipt of landing.receipts()) {
    if (receipt.kind !== reopeningKind || receipt.batch_id !== month) continue;
    const record = await readRecord(landing, receipt, recordSchema);
    // a signed record counts only for its own month and company
    if (record.version !== (version ?? null) || record.month !== month || record.company !== receipt.company) continue;
    if (record.action === 'request') found = { requested: record, approved: undefined };
    else if (record.reason === found?.requested.reason) found = { ...found, approved: record };
  }
  return found;
}

/**
 * The reopening of a pack that one person requested and another approved; undefined without both. Where the configuration requires
 * verified approvals, both must have signed.
 */
export async function approvedReopening(
  landing: Pick<Landing, 'receipts' | 'read'>,
  pack: Pick<SealedPack, 'month' | 'version'>,
  { keys, second_approval_verified: isVerifiedOnly }: { keys: Keys; second_approval_verified: boolean },
): Promise<Reopening | undefined> {
  const found = await reopeningOf(landing, pack);
  if (found?.approved === undefined || samePerson(found.requested.author, found.approved.author)) return undefined;
  const isProven = [found.requested, found.approved].every((record) => isVerified(record, keys));
  return isVerifiedOnly && !isProven ? undefined : found;
}

/** The day after the last closed month that is not reopened, ISO 8601; undefined if there is none. */
export async function firstOpenDay(
  landing: Pick<Landing, 'receipts' | 'read'>,
  rules: Parameters<typeof approvedReopening>[2],
): Promise<string | undefined> {
  const packs = [...closedMonths(landing.receipts()).values()].toSorted((a, b) => (a.month < b.month ? 1 : -1));
  for (const pack of packs)
    if ((await approvedReopening(landing, pack, rules)) === undefined)
      return Temporal.PlainYearMonth.from(pack.month).add({ months: 1 }).toPlainDate({ day: 1 }).toString();
  return undefined;
}

/** Keeps a record in landing. The caller holds the company's lock. */
export async function keepReopening(landing: Landing, record: ReopeningRecord): Promise<void> {
  const { company, month } = record;
  const facts = { source: 'run', kind: reopeningKind, company, batch_id: month, received_at: record.at };
  const named = { ext: 'json', content_type: 'application/json', original_name: `reopening-${month}.json` };
  await landing.put(newReceiptFacts({ ...facts, ...named }), { bytes: `${JSON.stringify(record, null, 2)}\n` });
}

const wrong = (code: string, message: string, remedy: string) =>
  new TieoutError({ code, message, remedy, exitStatus: 2 });

/** The pack of a month that can be reopened. Throws MONTH_NOT_CLOSED. */
export function packToReopen(landing: Pick<Landing, 'receipts'>, month: string): SealedPack {
  const pack = closedMonths(landing.receipts()).get(month);
  if (pack !== undefined) return pack;
  throw wrong('MONTH_NOT_CLOSED', `${month} is not closed.`, `Close it with \`tieout close ${month}\`.`);
}

/** Refuses an approval that does not count: without a request, or by the person who requested it. Throws REOPENING_REFUSED. */
export function checkApproval(pack: SealedPack, reopening: Reopening | undefined, author: string): ReopeningRecord {
  const { month } = pack;
  if (reopening === undefined)
    throw wrong(
      'REOPENING_REFUSED',
      `Nobody has requested the reopening of ${packName(pack)}.`,
      `Request it first: tieout reopen ${month} --reason TEXT.`,
    );
  if (samePerson(reopening.requested.author, author))
    throw wrong(
      'REOPENING_REFUSED',
      `${author} requested the reopening of ${packName(pack)}, and cannot approve it.`,
      `Let a second person approve it: tieout reopen ${month} --approve --author NAME.`,
    );
  return reopening.requested;
}
