import { SaxesParser } from 'saxes';
import { FileRefusal } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { DecodedText } from './decoded-text.ts';
import { damaged, tooLarge } from './refusals.ts';

/** The beginning or end of an element, by its name without a prefix. `text` is its content besides other elements. */
export type XmlEvent =
  | { kind: 'open'; name: string; line: number; attributes: Readonly<Record<string, string>> }
  | { kind: 'close'; name: string; line: number; text: string };

/**
 * The most that an XML bank statement may have: a camt.053 nests about 15 elements, and its longest text has 500 letters. Without a
 * bound, one element could fill the memory, and elements in one another would cost the square of their number.
 */
export const xmlBounds = { depth: 100, attributes: 100, letters: 1 << 20 } as const;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The encoding that an XML document declares; without a declaration it is UTF-8. */
export function xmlEncoding(head: string): string {
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1] ?? 'utf-8';
}

/**
 * The elements of an XML document, in one pass. Only the entities that XML predefines are expanded; a document with a document type is
 * refused. Throws FILE_DAMAGED, and FILE_TOO_LARGE for a document beyond xmlBounds.
 */
export async function* xmlElements(text: DecodedText, file: TableFile): AsyncGenerator<XmlEvent> {
  const parser = new SaxesParser();
  const texts: string[] = [];
  let events: XmlEvent[] = [];
  let startLine = 1;
  let attributeCount = 0;
  /** The position of the last complete tag or text: what follows it is in memory. */
  let doneAt = 0;
  const done = () => {
    doneAt = parser.position;
  };
  const refuse = (what: string, limit: string) => {
    throw tooLarge(file, `The ${file.spec.title} has ${what}; at most ${limit} are read.`, parser.line);
  };
  parser.on('error', (cause) => {
    const reason = cause.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw damaged(file, `The ${file.spec.title} is not well-formed XML: ${reason}.`, parser.line, cause);
  });
  parser.on('doctype', () => {
    throw damaged(
      file,
      `The ${file.spec.title} has a document type (DOCTYPE), which no bank statement has.`,
      parser.line,
    );
  });
  parser.on('opentagstart', ({ name }) => {
    startLine = parser.line;
    attributeCount = 0;
    if (texts.length < xmlBounds.depth) return;
    refuse(
      `more than ${xmlBounds.depth} elements in one another, the last one ${localName(name).slice(0, 40)}`,
      `${xmlBounds.depth}`,
    );
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > xmlBounds.attributes)
      refuse(`an element with more than ${xmlBounds.attributes} attributes`, `${xmlBounds.attributes}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    done();
    texts.push('');
    events.push({ kind: 'open', name: localName(name), line: startLine, attributes });
  });
  const longText = () => refuse('a text or tag of more than 1 MiB', `${xmlBounds.letters} letters`);
  const addText = (more: string) => {
    done();
    const before = texts.pop();
    if (before === undefined) return;
    // the blanks between the elements of a group are no text, and there is one for each entry of a statement
    texts.push(before === '' && /^\s*$/.test(more) ? '' : before + more);
    if (before.length + more.length > xmlBounds.letters) longText();
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', done);
  parser.on('processinginstruction', done);
  parser.on('closetag', ({ name }) => {
    done();
    events.push({ kind: 'close', name: localName(name), line: parser.line, text: (texts.pop() ?? '').trim() });
  });
  for await (const part of text.parts()) {
    parser.write(part);
    yield* events;
    events = [];
    if (parser.position - doneAt > xmlBounds.letters) longText();
  }
  try {
    parser.close();
  } catch (cause) {
    if (!(cause instanceof FileRefusal)) throw cause;
    throw damaged(file, `The ${file.spec.title} ends early: it was cut off.`, parser.line, cause);
  }
  yield* events;
}
