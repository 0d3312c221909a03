/** One field of a message, as :61: with the lines that follow it; or `end`, the end of a message, or its `type`. */
export type Field = { tag: string; line: number; lines: string[] };

const fieldStart = /^:(\d{2}[A-Z]?|NS):(.*)$/;

/** The part of a line that belongs to a message: what is before {4: and after -} is the envelope. */
function withoutEnvelope(text: string): {
  inside: string;
  isEnd: boolean;
  isEnvelope: boolean;
  type: string | undefined;
} {
  const isEnd = /^-(\}.*)?$/.test(text.trim());
  const isEnvelope = isEnd || /^\{[1-5S]:/.test(text);
  const type = isEnvelope ? /\{2:[IO](\d{3})/.exec(text)?.[1] : undefined;
  const body = isEnvelope ? text.lastIndexOf('{4:') : -1;
  const inside = isEnvelope ? (body === -1 ? '' : text.slice(body + 3)) : text;
  return { inside, isEnd, isEnvelope, type };
}

/**
 * The fields of the messages in a file, one after the other, with or without the envelope {1:…}{4:…-}. A field `type` has
 * the number of the message, such as 940, where an envelope names it. Lines between messages are left out.
 */
export async function* messageFields(lines: AsyncGenerator<{ line: number; text: string }>): AsyncGenerator<Field> {
  let field: Field | undefined;
  for await (const { line, text } of lines) {
    const { inside, isEnd, isEnvelope, type } = withoutEnvelope(text);
    const start = fieldStart.exec(inside);
    if (field !== undefined && (isEnvelope || start !== null)) {
      yield field;
      field = undefined;
    }
    if (isEnd) yield { tag: 'end', line, lines: [] };
    if (type !== undefined) yield { tag: 'type', line, lines: [type] };
    if (start !== null) field = { tag: start[1] ?? '', line, lines: [start[2] ?? ''] };
    else if (field !== undefined && inside.trim() !== '') field.lines.push(inside);
  }
  if (field !== undefined) yield field;
}
