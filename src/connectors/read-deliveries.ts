import { jsonLines } from 'tieout-files';
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

/** The source of receipts that the receiver wrote. */
export const receiverSource = 'receiver';

/** Whether a file was written by the receiver. */
export const isOfReceiver = ({ source }: { source: string }): boolean => source === receiverSource;

/**
 * The deliveries in a segment of the receiver. Their signatures were verified when they arrived, with a key that the service named at that
 * time; the keys are in the segment, too. Its other lines say when it listened, and are no records.
 */
export const readDeliveries: RecordReader = async function* (file) {
  for await (const entry of jsonLines({ path: file.path, fileName: file.file_name, title: 'segment' })) {
    if ('problem' in entry) yield { line: entry.line, problem: entry.problem, text: entry.text };
    else if ('body' in entry.record) {
      const { received_at, signed_by, event_type, body } = deliverySchema.parse(entry.record);
      yield { line: entry.line, cells: { received_at, signed_by, event_type: event_type ?? '', body } };
    }
  }
};
