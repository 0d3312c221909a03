import { join } from 'node:path';
import type { z } from 'zod';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';

/**
 * One version of a closed month: version 1, and a further version after each reopening. `receipt` is that of its manifest. The versions
 * of one month are beside each other and never change. A pack without a version was written by an earlier program, directly in
 * the folder of the company, and was replaced when its month was closed again.
 */
export type SealedPack = { month: string; version: number | undefined; receipt: Receipt };

/** The file name under which landing keeps a manifest; it includes the version, so that the index of landing alone lists the packs. */
export const manifestRecordName = (month: string, version: number): string => `manifest-${month}-v${version}.json`;

function packOf(receipt: Receipt): SealedPack | undefined {
  const { kind, batch_id: month, original_name: name } = receipt;
  if (kind !== 'close' || month === null) return undefined;
  const [, version] = /-v(\d+)\.json$/.exec(name ?? '') ?? [];
  return { month, version: version === undefined ? undefined : Number(version), receipt };
}

/** The packs of a company's closed months in the order in which they were sealed. */
export function sealedPacks(receipts: readonly Receipt[]): SealedPack[] {
  const packs = receipts.flatMap((receipt) => packOf(receipt) ?? []);
  return packs.filter(
    (pack, index) =>
      pack.version !== undefined ||
      !packs.slice(index + 1).some(({ month, version }) => month === pack.month && version === undefined),
  );
}

/** The newest pack of each closed month, by month (2026-10). */
export function closedMonths(receipts: readonly Receipt[]): Map<string, SealedPack> {
  return new Map(sealedPacks(receipts).map((pack) => [pack.month, pack]));
}

/** The version after a pack; 1 for a month that was never closed. */
export const nextVersion = (pack: SealedPack | undefined): number => (pack === undefined ? 1 : (pack.version ?? 1) + 1);

/** The name of a pack for people, such as 2026-10 v1. */
export const packName = ({ month, version }: Pick<SealedPack, 'month' | 'version'>): string =>
  version === undefined ? month : `${month} v${version}`;

/** The folder of a pack, below the folder of all closed months. */
export const packFolder = (
  closed: string,
  company: string,
  { month, version }: Pick<SealedPack, 'month' | 'version'>,
): string => (version === undefined ? join(closed, month, company) : join(closed, month, company, `v${version}`));

/** A record of the program about closed months. Throws PACK_UNREADABLE where it is not of a form that this version knows. */
export async function readRecord<Schema extends z.ZodType>(
  landing: Pick<Landing, 'read'>,
  receipt: Receipt,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = (await landing.read(receipt)).toString('utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const name = receiptName(receipt);
    throw new TieoutError({
      code: 'PACK_UNREADABLE',
      message: `The record ${name} of a closed month (receipt ${receipt.receipt_id}) has another form than this version of tieout writes.`,
      remedy: 'Use the version of tieout that wrote it, or a later one.',
      exitStatus: 4,
      cause,
    });
  }
}
