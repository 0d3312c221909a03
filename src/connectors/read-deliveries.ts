import { FileRefusal, jsonLines } from 'tieout-files';
import { z } from 'zod';
import type { RecordReader } from '../domain/receipt-kind.ts';

/** A delivery as it was received: the body is the text that was signed. */
export const deliverySchema = z.object({
  received_at: z.iso.datetime(),
  /** The id of the key that verifies the signature. */
  signed_by: z.string(),
  signature: z.string(),
  event_type: z.string().nullable(),
  body: z.string(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** A key with which a service signs deliveries: the first 12 digits of its SHA-256, where it is from, and the key as PEM. */
const namedKeySchema = z.strictObject({ id: z.string(), origin: z.string(), pem: z.string() });
export type NamedKey = z.infer<typeof namedKeySchema>;

/** The first line of a segment: for whom the receiver listens, from when on, and the keys that the service names. */
export const openingSchema = z.object({
  company: z.string(),
  kind: z.string(),
  listening_from: z.iso.datetime(),
  keys: z.array(namedKeySchema),
});

/** A line that says until when the receiver has listened. */
export const listeningSchema = z.object({ listening_until: z.iso.datetime() });
const lineSchema = z.union([deliverySchema, listeningSchema, openingSchema]);

/** The source of receipts that the receiver wrote. */
export const receiverSource = 'receiver';

/** Whether a file was written by the receiver. */
export const isOfReceiver = ({ source }: { source: string }): boolean => source === receiverSource;

/**
 * The deliveries in a segment of the receiver. Their signatures were verified when they arrived, with a key that the service named at that
 * time; the keys are in the segment, too. Its other lines say when it listened, and are no records. Throws FILE_NOT_A_TABLE.
 */
export const readDeliveries: RecordReader = async function* (file) {
  let lines = 0;
  for await (const entry of jsonLines({ path: file.path, fileName: file.file_name, title: 'segment' })) {
    lines += 1;
    const { line, text } = entry;
    const parsed = lineSchema.safeParse('record' in entry ? entry.record : undefined);
    if (!parsed.success) yield { line, problem: 'The line is not one of a segment of the receiver.', text };
    else if ('body' in parsed.data) {
      const { received_at, signed_by, event_type, body } = parsed.data;
      yield { line, cells: { received_at, signed_by, event_type: event_type ?? '', body } };
    }
  }
  if (lines > 0) return;
  throw new FileRefusal({
    code: 'FILE_NOT_A_TABLE',
    message: 'Expected a segment of the receiver; found an empty file.',
    remedy: 'Run "tieout verify" to see whether evidence was changed.',
    place: { file: file.file_name },
  });
};
