import { Document, isMap, isScalar, isSeq } from 'yaml';
import { noCurrency } from '../domain/currencies.ts';
import { defaultPasses } from './match-terms.ts';
import type { SideFile, SideName } from './read-side.ts';

/** The columns of a file that are read, by the names that the terms use. */
function sideOf(files: readonly SideFile[], side: SideName): Record<string, unknown> {
  const own = files.filter((file) => file.side === side);
  const [first] = own;
  if (first === undefined) return {};
  const { aliases: proposed = {}, ...terms } = Object.assign({}, ...own.map(({ proposal }) => proposal.terms));
  const aliases: Record<string, readonly string[]> = { ...proposed };
  for (const [column, header] of first.columns) aliases[column] ??= [header];
  const given = Object.entries({
    counterparty: first.counterparty,
    fee: first.fee,
    number: first.number,
    identifier: first.identifier,
  });
  return {
    ...(first.currency === noCurrency.code ? {} : { currency: first.currency }),
    ...(first.columns.size === 0 ? {} : { aliases }),
    ...terms,
    ...Object.fromEntries(given.filter(([, headers]) => headers.length > 0)),
  };
}

function commented(document: Document, side: SideName, files: readonly SideFile[]): void {
  const reasons = files
    .filter((file) => file.side === side)
    .flatMap(({ proposal }) => Object.entries(proposal.reasons));
  const section: unknown = document.get(side, true);
  if (!isMap(section)) return;
  for (const { key, value } of section.items) {
    const own = reasons.filter(([path]) => path.split('.')[0] === String(key));
    if (own.length > 0 && isScalar(key))
      key.commentBefore = own.map(([path, reason]) => ` ${path}: ${reason}`).join('\n');
    const lists = isMap(value) ? value.items.map((item) => item.value) : [value];
    for (const list of lists) if (isSeq(list)) list.flow = true;
  }
}

/** The terms with which the files were read, as the file of --config; comments say what to check. */
export function termsSnippet(files: readonly SideFile[]): string {
  const document = new Document({
    left: sideOf(files, 'left'),
    right: sideOf(files, 'right'),
    passes: [...defaultPasses],
  });
  for (const side of ['left', 'right'] as const) commented(document, side, files);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
