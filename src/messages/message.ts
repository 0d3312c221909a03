import { z } from 'zod';

/** What a rule says: the code of a message in messages/ with its figures, or several texts and messages. */
export type Message =
  | { say: string; with: Readonly<Record<string, unknown>> | null }
  /** One after the other. */
  | { all: readonly string[] }
  /** As one list. */
  | { list: readonly string[] };

const message = z.union([
  z.object({ say: z.string(), with: z.record(z.string(), z.unknown()).nullable() }),
  z.object({ all: z.array(z.string()) }),
  z.object({ list: z.array(z.string()) }),
]);

/** How the texts begin that core.say, core.say_all and core.say_list make. */
export const messageStarts = ['{"say":', '{"all":', '{"list":'];

/** The message in a text of a rule; undefined for any other text, such as a reason in words of the user's own. */
export function messageOf(text: string): Message | undefined {
  if (!messageStarts.some((start) => text.startsWith(start))) return undefined;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  return message.safeParse(given).data;
}
