import type { DecodedText } from '../bank/decoded-text.ts';
import { damaged, tooLarge } from '../bank/refusals.ts';
import type { TableFile } from '../table/table-spec.ts';

/** The elements of an OFX document for a reader: a group begins or ends, or a field has a value. */
export type OfxEvent =
  | { kind: 'begin' | 'end'; name: string; line: number }
  | { kind: 'field'; name: string; line: number; text: string };

/** A longer text does not occur: a field of OFX has at most a few hundred letters. It is in memory as a whole. */
const longestText = 1 << 20;

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

const sectionEnds: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };

/** The position of the first comment or CDATA section that goes on after the text; the length of the text without one. */
function openSection(text: string): number {
  const start = /<!--|<!\[CDATA\[/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const end = text.indexOf(sectionEnds[match[0]] ?? '', start.lastIndex);
    if (end === -1) return match.index;
    start.lastIndex = end;
  }
  return text.length;
}

/** The length of a text up to its last `<`, or the comment or CDATA section, that goes on after it. */
function wholeLength(text: string): number {
  const last = text.lastIndexOf('<');
  return Math.min(openSection(text), last === -1 || text.includes('>', last) ? text.length : last);
}

/** A tag with the text before it. `isEmpty`: it ends itself, as `<MEMO/>` does. */
type Tag = { before: string; slash: boolean; isEmpty: boolean; name: string; line: number };

/** The tags of a document, each with the text before it. Comments are left out; the tags in them and in CDATA sections are none. */
async function* tags(text: DecodedText, file: TableFile): AsyncGenerator<Tag> {
  let line = 1;
  let rest = '';
  let before = '';
  for await (const part of text.parts()) {
    const all = rest + part;
    const whole = all.slice(0, wholeLength(all));
    let at = 0;
    for (const match of whole.matchAll(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z0-9_.]+)(\s*\/)?>/g)) {
      const [found, literal, slash, name, empty] = match;
      const passed = all.slice(at, match.index);
      at = match.index + found.length;
      before += withoutEntities(passed) + (literal ?? '');
      line += lineBreaks(passed);
      if (name !== undefined) {
        yield {
          before: before.trim(),
          slash: slash === '/',
          isEmpty: empty !== undefined,
          name: name.toUpperCase(),
          line,
        };
        before = '';
      }
      line += lineBreaks(found);
    }
    rest = all.slice(at);
    if (rest.length + before.length > longestText)
      throw tooLarge(
        file,
        `The ${file.spec.title} has a text or comment of more than 1 MiB; at most ${longestText} letters are read.`,
        line,
      );
  }
  if (openSection(rest) < rest.length) throw damaged(file, `The ${file.spec.title} ends inside a comment.`, line);
}

/**
 * The elements of an OFX 1 document (SGML), in which a field need not be closed: a tag followed by a text is a field; a tag without a
 * text is a group, or an empty field. Throws FILE_DAMAGED, and FILE_TOO_LARGE for a text of more than 1 MiB.
 */
export async function* sgmlElements(text: DecodedText, file: TableFile): AsyncGenerator<OfxEvent> {
  let isInBody = false;
  let open: { name: string; line: number } | undefined;
  for await (const { before, slash, isEmpty, name, line } of tags(text, file)) {
    const closesField = slash && open?.name === name && before !== '';
    if (open !== undefined && before !== '') yield { kind: 'field', ...open, text: before };
    else if (open !== undefined) yield { kind: 'begin', ...open };
    open = undefined;
    if (name === 'OFX') isInBody = true;
    if (!isInBody) continue;
    if (isEmpty) {
      yield { kind: 'begin', name, line };
      yield { kind: 'end', name, line };
    } else if (!slash) open = { name, line };
    else if (!closesField) yield { kind: 'end', name, line };
  }
  if (open !== undefined) yield { kind: 'begin', ...open };
}
