import { Document, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { Proposal } from './proposal.ts';

/** The keys of the company in the snippet, besides the proposed terms of the file. */
type SnippetCompany = { name: string; zone?: string; currencies?: readonly string[]; comment?: string };

/** Lists of words on one line. */
function flowLists(node: unknown): void {
  if (isMap(node)) for (const { value } of node.items) flowLists(value);
  else if (isSeq(node)) {
    if (node.items.every(isScalar)) node.flow = true;
    else for (const item of node.items) flowLists(item);
  }
}

/** A comment on lines of at most this width. */
function brokenAt(comment: string, width: number): string {
  const lines: string[] = [];
  for (const word of comment.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.join('\n');
}

function addComment(root: YAMLMap, path: readonly string[], comment: string): void {
  const value: unknown = root.getIn(path, true);
  const key = path.at(-1) ?? '';
  const isShort = 2 * (path.length + 1) + key.length + String(value).length + comment.length < 72;
  if (isShort && (isScalar(value) || (isSeq(value) && value.flow === true))) value.comment = ` ${comment}`;
  else {
    const parent: unknown = path.length < 2 ? root : root.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path.at(-1)) : undefined;
    if (pair !== undefined && isScalar(pair.key)) pair.key.commentBefore = brokenAt(comment, 72 - 2 * path.length);
  }
}

/** The lines to paste into the configuration, at their place under `companies`. A comment marks each proposal that a person must check. */
export function configurationSnippet(company: SnippetCompany, section: string, { terms, reasons }: Proposal): string {
  const { name, zone, currencies, comment } = company;
  const keys = section.split('.');
  const own = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), terms);
  const document = new Document({
    companies: [
      {
        name,
        ...(zone === undefined ? {} : { zone }),
        ...(currencies === undefined ? {} : { currencies }),
        ...(typeof own === 'object' ? own : {}),
      },
    ],
  });
  const contents: Node | null = document.contents;
  flowLists(contents);
  const list: unknown = isMap(contents) ? contents.get('companies', true) : undefined;
  const first: unknown = isSeq(list) ? list.items[0] : undefined;
  if (isMap(first)) {
    for (const [path, reason] of Object.entries(reasons)) addComment(first, [...keys, ...path.split('.')], reason);
    if (comment !== undefined) addComment(first, ['currencies'], comment);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
