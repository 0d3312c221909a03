import { Document, isMap, isScalar, isSeq, stringify, type YAMLMap } from 'yaml';
import { groupedBy } from '../domain/grouped-by.ts';
import type { Proposal, ProposedTerms, Question } from '../inspect/proposal.ts';

/** The keys of the company in the snippet, besides the proposed terms of the file. */
type SnippetCompany = { name: string; zone?: string; currencies?: readonly string[] };

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

function addComment(root: YAMLMap, path: readonly string[], comment: string, width: number): void {
  const value: unknown = root.getIn(path, true);
  const isShort = (path.at(-1) ?? '').length + String(value).length + comment.length < width;
  if (isShort && (isScalar(value) || (isSeq(value) && value.flow === true))) value.comment = ` ${comment}`;
  else {
    const parent: unknown = path.length < 2 ? root : root.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path.at(-1)) : undefined;
    if (pair !== undefined && isScalar(pair.key)) pair.key.commentBefore = brokenAt(comment, width);
  }
}

const lineOf = (terms: unknown) =>
  stringify(terms, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trim();

/** The line of the configuration that answers a question, below the map that it belongs to; undefined where no term answers it. */
function answerLine(terms: ProposedTerms): { parent: string | undefined; line: string } | undefined {
  const [[key, value] = ['', undefined]] = Object.entries(terms);
  if (value === undefined) return undefined;
  const isNested = key === 'aliases' || key === 'columns' || key === 'statuses';
  return {
    parent: isNested ? key : undefined,
    line: lineOf(isNested ? value : { [key]: value }).replace(/^\{|\}$/g, ''),
  };
}

/** The configuration that an answer means, as it stands below the section. */
export function answerText(terms: ProposedTerms): string | null {
  const { parent, line } = answerLine(terms) ?? {};
  return line === undefined ? null : parent === undefined ? line : `${parent}: {${line}}`;
}

/** A question and its answers as comments: a person removes the mark before one of them. */
function commentsOf({ question, choices }: Question, width: number): string {
  const lines = choices.map(({ answer, terms }) => {
    const { line } = answerLine(terms) ?? {};
    if (line === undefined) return brokenAt(`(${answer})`, width);
    // the name of a column is in the line already
    return line.includes(answer.replaceAll('"', '')) ? ` ${line}` : ` ${line} # ${answer}`;
  });
  const isAnswered = choices.some(({ terms }) => answerLine(terms) !== undefined);
  return [brokenAt(isAnswered ? `${question} Uncomment one:` : question, width), ...lines].join('\n');
}

/** Writes the reasons of a proposal as comments into the map of its section, and its questions as lines to uncomment. */
export function addComments(section: YAMLMap, { reasons, questions }: Proposal, width: number): void {
  flowLists(section);
  for (const [path, reason] of Object.entries(reasons)) addComment(section, path.split('.'), reason, width);
  const parentOf = ({ choices }: Question) => choices.flatMap(({ terms }) => answerLine(terms)?.parent ?? [])[0];
  const byParent = groupedBy(questions, parentOf);
  const own: string[] = [];
  for (const [parent, asked] of byParent) {
    const text = asked.map((question) => commentsOf(question, width));
    const map: unknown = parent === undefined ? undefined : section.get(parent, true);
    if (isMap(map)) map.comment = text.join('\n');
    else if (parent === undefined) own.push(...text);
    else own.push(` ${parent}:\n${text.join('\n').replaceAll(/^/gm, '  ')}`);
  }
  if (own.length > 0) section.comment = own.join('\n');
}

/** The lines to paste into the configuration, at their place under `companies`. A comment marks each proposal that a person must check. */
export function configurationSnippet(company: SnippetCompany, section: string, proposal: Proposal): string {
  const { name, zone, currencies } = company;
  const own = { name, ...(zone === undefined ? {} : { zone }), ...(currencies === undefined ? {} : { currencies }) };
  const document = new Document({ companies: [own] });
  const path = ['companies', 0, ...section.split('.')];
  document.setIn(path, document.createNode(proposal.terms));
  flowLists(document.contents);
  const map: unknown = document.getIn(path, true);
  if (isMap(map)) addComments(map, proposal, 68 - 2 * path.length);
  // a section with questions only has no terms
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).replace(/\n *\{\}\n/, '\n');
}
