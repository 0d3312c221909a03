import { SaxesParser } from 'saxes';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { DecodedText } from './decoded-text.ts';
import { damaged } from './refusals.ts';

/** The beginning or end of an element, by its name without a prefix. `text` is its content besides other elements. */
export type XmlEvent =
  | { kind: 'open'; name: string; line: number; attributes: Readonly<Record<string, string>> }
  | { kind: 'close'; name: string; line: number; text: string };

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The encoding that an XML document declares; without a declaration it is UTF-8. */
export function xmlEncoding(head: string): string {
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1] ?? 'utf-8';
}

/**
 * The elements of an XML document, in one pass. Only the entities that XML predefines are expanded; a document with a document type is
 * refused. Throws FILE_DAMAGED.
 */
export async function* xmlElements(text: DecodedText, file: TableFile): AsyncGenerator<XmlEvent> {
  const parser = new SaxesParser();
  const texts: string[] = [];
  let events: XmlEvent[] = [];
  let startLine = 1;
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
  parser.on('opentagstart', () => {
    startLine = parser.line;
  });
  parser.on('opentag', ({ name, attributes }) => {
    texts.push('');
    events.push({ kind: 'open', name: localName(name), line: startLine, attributes });
  });
  const addText = (more: string) => {
    const before = texts.pop();
    if (before !== undefined) texts.push(before + more);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    events.push({ kind: 'close', name: localName(name), line: parser.line, text: (texts.pop() ?? '').trim() });
  });
  for await (const part of text.parts()) {
    parser.write(part);
    yield* events;
    events = [];
  }
  try {
    parser.close();
  } catch (cause) {
    if (!(cause instanceof TieoutError)) throw cause;
    throw damaged(file, `The ${file.spec.title} ends early: it was cut off.`, parser.line, cause);
  }
  yield* events;
}
