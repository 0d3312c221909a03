import { z } from 'zod';

/** What a rule says: the code of a message in messages/, and its figures. */
export type Message = { code: string; figures: Readonly<Record<string, unknown>> };

const saying = z.object({ say: z.string(), with: z.record(z.string(), z.unknown()).nullable() });
const sequence = z.object({ all: z.array(z.string()) });

/**
 * The messages of a text that core.say or core.say_all made, one after the other; a part that is no message is a text. Undefined
 * for any other text: a reason in words of the user's own.
 */
export function messageOf(text: string): (Message | string)[] | undefined {
  if (!text.startsWith('{"say":') && !text.startsWith('{"all":')) return undefined;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const one = saying.safeParse(given);
  if (one.success) return [{ code: one.data.say, figures: one.data.with ?? {} }];
  const several = sequence.safeParse(given);
  return several.success ? several.data.all.flatMap((part) => messageOf(part) ?? [part]) : undefined;
}
