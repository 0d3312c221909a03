import { Document, isMap, isScalar, isSeq } from 'yaml';
import { noCurrency } from '../domain/currencies.ts';
import { defaultPasses } from '../reconcile/matching/default-passes.ts';
import type { SideFile, SideName } from './read-side.ts';

const joined = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** The columns of the files of a side, by the names that the terms use: the headers of every file, and the other terms of the last. */
function sideOf(files: readonly SideFile[], side: SideName): Record<string, unknown> {
  const own = files.filter((file) => file.side === side);
  const { aliases: _, ...terms } = Object.assign({}, ...own.map(({ proposal }) => proposal.terms));
  const columns = joined(
    own.map((file) => [...Object.keys(file.proposal.terms.aliases ?? {}), ...file.columns.keys()]),
  );
  const aliases = Object.fromEntries(
    columns.map((column) => {
      const headers = own.map((file) => {
        const header = file.columns.get(column);
        return [...(file.proposal.terms.aliases?.[column] ?? []), ...(header === undefined ? [] : [header])];
      });
      return [column, joined(headers)];
    }),
  );
  const currencies = joined(own.map(({ currency }) => (currency === noCurrency.code ? [] : [currency])));
  const given = Object.entries({
    counterparty: joined(own.map((file) => file.counterparty)),
    fee: joined(own.map((file) => file.fee)),
    number: joined(own.map((file) => file.number)),
    identifier: joined(own.map((file) => file.identifier)),
  });
  return {
    ...(currencies.length === 1 ? { currency: currencies[0] } : {}),
    ...(columns.length === 0 ? {} : { aliases }),
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
