import type { DecodedText } from '../bank/decoded-text.ts';

/** The elements of an OFX document for a reader: a group begins or ends, or a field has a value. */
export type OfxEvent =
  | { kind: 'begin' | 'end'; name: string; line: number }
  | { kind: 'field'; name: string; line: number; text: string };

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Replaces the entities that every document may use; an unknown entity is kept as written. */
function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,6})|([a-z]{2,4}));/g,
    (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (named[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

const lineBreaks = (text: string) => text.split('\n').length - 1;

/** The tags of a document, each with the text before it. A long text is never in memory as a whole. */
async function* tags(
  text: DecodedText,
): AsyncGenerator<{ before: string; slash: boolean; name: string; line: number }> {
  let line = 1;
  let rest = '';
  for await (const part of text.parts()) {
    const all = rest + part;
    // the text after the last < may be an incomplete tag
    const last = all.lastIndexOf('<');
    const whole = last === -1 || all.includes('>', last) ? all.length : last;
    let at = 0;
    for (const match of all.slice(0, whole).matchAll(/<(\/?)([A-Za-z0-9_.]+)>/g)) {
      const before = all.slice(at, match.index);
      at = match.index + match[0].length;
      line += lineBreaks(before);
      yield { before, slash: match[1] === '/', name: (match[2] ?? '').toUpperCase(), line };
    }
    rest = all.slice(at);
  }
}

/**
 * The elements of an OFX 1 document (SGML), in which a field need not be closed: a tag followed by a text is a field; a tag without a
 * text is a group, or an empty field.
 */
export async function* sgmlElements(text: DecodedText): AsyncGenerator<OfxEvent> {
  let isInBody = false;
  let open: { name: string; line: number } | undefined;
  for await (const { before, slash, name, line } of tags(text)) {
    const content = withoutEntities(before.replaceAll(/<!\[CDATA\[|\]\]>/g, '').trim());
    const closesField = slash && open?.name === name && content !== '';
    if (open !== undefined && content !== '') yield { kind: 'field', ...open, text: content };
    else if (open !== undefined) yield { kind: 'begin', ...open };
    open = undefined;
    if (name === 'OFX') isInBody = true;
    if (!isInBody) continue;
    if (!slash) open = { name, line };
    else if (!closesField) yield { kind: 'end', name, line };
  }
  if (open !== undefined) yield { kind: 'begin', ...open };
}
