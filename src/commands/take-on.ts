import type { CommandContext, ExitStatus } from './context.ts';
import { type ImportOptions, run as runImport } from './import.ts';

/** An example file with each kind of item for take-on; the ids are those of the gateway, the shop and the payout service. */
export const takeOnExample = `item,id,reference,date,currency,amount,fee
balance,gateway,,,MYR,43764.75,
balance,31,,,MYR,12000.00,
order,SO-1041,INV-1041,2026-10-31,MYR,51.90,
payment,6f1c,INV-1039,2026-10-30,MYR,120.00,1.80
deposit,D-77,PO20261030,2026-10-30,MYR,11794.38,
`;

/**
 * `tieout take-on FILE`: imports the amounts that a company brings forward to its first business day. Without a file, it prints an
 * example.
 */
export async function run(
  context: CommandContext,
  file: string | undefined,
  options: ImportOptions,
): Promise<ExitStatus> {
  if (file !== undefined) return runImport(context, 'opening', [file], options);
  context.out.answer({ example: takeOnExample }, () => takeOnExample);
  return 0;
}
