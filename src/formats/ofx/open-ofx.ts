import { decodedText } from '../bank/decoded-text.ts';
import { type BankEntry, openedBankFile, type RejectedEntry } from '../bank/opened-bank-file.ts';
import { type XmlEvent, xmlElements, xmlEncoding } from '../bank/xml-elements.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import { OfxReader } from './ofx-reader.ts';
import { type OfxEvent, sgmlElements } from './sgml-elements.ts';

const isXml = (head: string) => /^\s*(\xEF\xBB\xBF)?\s*<\?(xml|OFX)/i.test(head);

/** The encoding that the header of an OFX 1 document declares: ENCODING and, for a single-byte one, CHARSET. */
function ofxEncoding(head: string): string | undefined {
  if (isXml(head)) return xmlEncoding(head);
  const value = (key: string) =>
    new RegExp(`\\b${key}:\\s*([\\w-]+)`, 'i').exec(head.slice(0, 1000))?.[1]?.toUpperCase();
  const [encoding, charset] = [value('ENCODING'), value('CHARSET')];
  if (encoding === 'UTF-8' || encoding === 'UNICODE' || charset === 'UTF-8') return 'utf-8';
  if (charset === '1252') return 'windows-1252';
  if (charset === undefined || charset === 'NONE') return undefined;
  if (/^8859-\d+$/.test(charset)) return `iso-${charset}`;
  return /^\d+$/.test(charset) ? `windows-${charset}` : charset;
}

/** The elements of an OFX 2 document (XML) as those of an OFX 1 document. */
async function* ofElements(events: AsyncGenerator<XmlEvent>): AsyncGenerator<OfxEvent> {
  let waiting: { name: string; line: number } | undefined;
  for await (const event of events) {
    const { name, line } = event;
    if (event.kind === 'open') {
      if (waiting !== undefined) yield { kind: 'begin', ...waiting };
      waiting = { name, line };
    } else if (waiting === undefined) {
      yield { kind: 'end', name, line };
    } else {
      if (event.text !== '') yield { kind: 'field', name, line: waiting.line, text: event.text };
      waiting = undefined;
    }
  }
}

/**
 * Opens an OFX bank statement: version 1 (SGML) or 2 (XML), of bank accounts and credit cards. Throws
 * FILE_ENCODING_UNKNOWN and FILE_ENCODING_CONTRADICTS, and while its rows are read FILE_DAMAGED and FILE_FORMAT_NOT_ACCEPTED.
 */
export async function openOfx(file: TableFile): Promise<OpenedFile> {
  const text = await decodedText(file, ofxEncoding);
  return openedBankFile('ofx', text, async function* (noted): AsyncGenerator<BankEntry | RejectedEntry> {
    const events = isXml(text.head) ? ofElements(xmlElements(text, file)) : sgmlElements(text);
    const reader = new OfxReader(file, noted);
    for await (const event of events) {
      const entry = reader.take(event);
      if (entry !== undefined) yield entry;
    }
    reader.end();
  });
}
