import { decodedText } from '../bank/decoded-text.ts';
import { type BankEntry, openedBankFile, type RejectedEntry } from '../bank/opened-bank-file.ts';
import { type XmlEvent, xmlElements, xmlEncoding } from '../bank/xml-elements.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import { OfxReader } from './ofx-reader.ts';
import { type OfxEvent, sgmlElements } from './sgml-elements.ts';

/** Whether a document declares OFX 2, which is XML. */
const isVersion2 = (head: string) => /^\s*(\xEF\xBB\xBF)?\s*<\?(xml|OFX)/i.test(head);

/** Whether the first bytes of a document leave fields open, or its declaration, as only OFX 1 (SGML) may. */
function leavesFieldsOpen(head: string): boolean {
  const body = head.slice(Math.max(0, head.search(/<OFX>/i))).replaceAll(/<!--[\s\S]*?-->/g, '');
  const fields = body.matchAll(/<([A-Za-z0-9_.]+)>([^<]*)(?=<(\/?)([A-Za-z0-9_.]+)>)/g);
  for (const [, name, text = '', slash, next] of fields)
    if (text.trim() !== '' && (slash !== '/' || next !== name)) return true;
  return /\?<OFX>/i.test(head);
}

const openFieldsNote =
  'The document declares OFX 2 (XML) and leaves fields open, as OFX 1 does: it was read as OFX 1 (SGML).';

/** The keys of the header of an OFX 1 document. Some banks write them without a line end or a blank between them. */
const headKeys = 'OFXHEADER|DATA|VERSION|SECURITY|ENCODING|CHARSET|COMPRESSION|OLDFILEUID|NEWFILEUID';

/** The encoding that the header of an OFX 1 document declares: ENCODING and, for a single-byte one, CHARSET. */
function ofxEncoding(head: string): string | undefined {
  if (isVersion2(head)) return xmlEncoding(head);
  const value = (key: string) =>
    new RegExp(`${key}:\\s*([\\w-]*?)(?=\\s|<|$|(?:${headKeys}):)`, 'i').exec(head.slice(0, 1000))?.[1]?.toUpperCase();
  const [encoding, charset] = [value('ENCODING'), value('CHARSET')];
  if (encoding === 'UTF-8' || encoding === 'UNICODE' || charset === 'UTF-8') return 'utf-8';
  if (charset === '1252') return 'windows-1252';
  if (charset === undefined || charset === '' || charset === 'NONE') return undefined;
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
 * FILE_ENCODING_UNKNOWN and FILE_ENCODING_CONTRADICTS, and while its rows are read FILE_DAMAGED, FILE_TOO_LARGE and
 * FILE_FORMAT_NOT_ACCEPTED.
 */
export async function openOfx(file: TableFile): Promise<OpenedFile> {
  const text = await decodedText(file, ofxEncoding);
  return openedBankFile('ofx', text, async function* (noted): AsyncGenerator<BankEntry | RejectedEntry> {
    const isOpen = leavesFieldsOpen(text.head);
    if (isOpen && isVersion2(text.head)) noted.notes.push(openFieldsNote);
    const isXml = isVersion2(text.head) && !isOpen;
    const events = isXml ? ofElements(xmlElements(text, file)) : sgmlElements(text, file);
    const reader = new OfxReader(file, noted);
    for await (const event of events) {
      const entry = reader.take(event);
      if (entry !== undefined) yield entry;
    }
    reader.end();
  });
}
