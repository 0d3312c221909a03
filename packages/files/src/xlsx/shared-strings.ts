import { refused } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { Archive, Part } from './archive.ts';
import { longestCell } from './cell.ts';
import { plainText } from './cell-escapes.ts';
import { partText } from './part-xml.ts';
import { type StringStore, stringStore } from './string-store.ts';
import { elementEnd, nameOf, runsText, tagEnd } from './tags.ts';
import type { Workbook } from './workbook.ts';

const longestItem = 64 * 1024 ** 2;

type Refuse = (message: string) => Error;

/** Reads the items in a text that begins before an item and ends before one. Returns whether the list ends in it. */
function scanItems(text: string, prefix: string, add: (text: string) => void, damaged: Refuse): boolean {
  const openPlain = `<${prefix}si><${prefix}t>`;
  const closePlain = `</${prefix}t></${prefix}si>`;
  const item = `<${prefix}si`;
  const end = `</${prefix}sst`;
  const take = (written: string) => {
    if (written.length > longestCell) throw damaged('one of its strings has more than a million letters');
    const plain = plainText(written);
    if (plain === undefined) throw damaged('it has an entity that XML does not define');
    add(plain);
  };
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at < 0) return false;
    if (text.startsWith(openPlain, at)) {
      const from = at + openPlain.length;
      const close = text.indexOf('<', from);
      if (text.startsWith(closePlain, close)) {
        take(text.slice(from, close));
        at = close + closePlain.length;
        continue;
      }
    }
    if (text.startsWith(end, at)) return true;
    const after = elementEnd(text, at);
    if (after < 0) throw damaged('its XML is not well-formed');
    if (text.startsWith(item, at) && /[\s/>]/.test(text.charAt(at + item.length)))
      take(runsText(text.slice(at, after), prefix));
    at = after;
  }
}

/**
 * Reads the list of shared strings from its beginning; `add` returns false when no further one is needed. Throws
 * FILE_DAMAGED where the list is not well-formed or ends early.
 */
export async function readSharedStrings(
  archive: Archive,
  part: Part,
  fileName: string,
  add: (text: string) => void,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const damaged: Refuse = (message) =>
    refused(fileName, 'FILE_DAMAGED', `The list of shared strings of the workbook is damaged: ${message}.`);
  const root = /<(?:[^\s:/<>]+:)?sst(?=[\s/>])/;
  let text = '';
  let prefix: string | undefined;
  let isEnded = false;
  for await (const chunk of partText(archive, part, fileName)) {
    if (isEnded) {
      if (chunk.trim() !== '') throw damaged('text follows its end');
      continue;
    }
    text += chunk;
    if (prefix === undefined) {
      const at = text.search(root);
      const end = at < 0 ? -1 : tagEnd(text, at);
      if (end < 0) {
        if (text.length > longestItem) throw damaged('it is not the XML of a list of strings');
        continue;
      }
      prefix = nameOf(text.slice(at, end)).prefix;
      isEnded = text.charCodeAt(end - 2) === 47;
      text = text.slice(end);
      if (isEnded) continue;
    }
    // an item that begins is complete once the next one begins, or the list ends
    const last = text.lastIndexOf(`<${prefix}si`);
    const isLast = text.includes(`</${prefix}sst`);
    const complete = isLast ? text.length : last;
    if (complete <= 0) {
      if (text.length > longestItem) throw damaged('one of its strings has more than 64 million letters');
      continue;
    }
    isEnded = scanItems(text.slice(0, complete), prefix, add, damaged);
    text = text.slice(complete);
    if (isEnough()) return;
  }
  if (!isEnded) throw damaged('it ends early');
}

/** The shared strings of a workbook by their index; to be closed. Throws FILE_DAMAGED. */
export async function sharedStringsOf(
  archive: Archive,
  { sharedStrings }: Workbook,
  { fileName, temporary }: Pick<TableFile, 'fileName' | 'temporary'>,
): Promise<StringStore> {
  const store = stringStore(temporary);
  try {
    if (sharedStrings !== undefined) await readSharedStrings(archive, sharedStrings, fileName, store.add);
    return store;
  } catch (cause) {
    store.close();
    throw cause;
  }
}
