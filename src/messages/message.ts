import { z } from 'zod';

/** A message of a rule, or any other text. */
export type Part = Message | string;

/** A message of a rule: its code in messages/ with its figures, or several parts. */
type Message =
  | { say: string; with: Readonly<Record<string, unknown>> | null }
  /** Parts that follow one another. */
  | { all: readonly Part[] }
  /** Parts that form one list. */
  | { list: readonly Part[] };

const message: z.ZodType<Message> = z.union([
  z.object({ say: z.string(), with: z.record(z.string(), z.unknown()).nullable() }),
  z.object({
    get all() {
      return z.array(z.union([z.string(), message]));
    },
  }),
  z.object({
    get list() {
      return z.array(z.union([z.string(), message]));
    },
  }),
]);

/** The beginnings of the texts that core.say, core.say_all and core.say_list make. */
export const messageStarts = ['{"say":', '{"all":', '{"list":'];

/** The message in a text of a rule; undefined for any other text, such as a reason in the user's own words. */
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

function changed(part: Part, change: (text: string) => string): Part {
  if (typeof part === 'string') return withFigures(part, change);
  if ('all' in part) return { all: part.all.map((one) => changed(one, change)) };
  if ('list' in part) return { list: part.list.map((one) => changed(one, change)) };
  const figures = Object.entries(part.with ?? {}).map(([name, figure]) => [
    name,
    typeof figure === 'string' ? withFigures(figure, change) : figure,
  ]);
  return { say: part.say, with: part.with === null ? null : Object.fromEntries(figures) };
}

/** A text with a change applied to every text in the figures of its message, or to itself where it is not a message. */
export function withFigures(text: string, change: (text: string) => string): string {
  const own = messageOf(text);
  return own === undefined ? change(text) : JSON.stringify(changed(own, change));
}
