import type { ImportedFile } from '../run/import-file.ts';
import type { CommandContext } from './context.ts';
import { periodText } from './days.ts';
import { counted, linesText, spanText, totalsTable } from './file-text.ts';
import type { Shown } from './inspect-fields.ts';

/** An import as --json shows it. */
export function importedFields(
  file: string,
  { status, receivedAt, format, notes, figures, covered, periods }: ImportedFile,
  shown: Shown,
) {
  const { lines, loaded, rejected, noRecord, totals, firstDay, lastDay, reasons, rejectedLines } = figures;
  return {
    ...{
      file,
      status,
      received_at: receivedAt,
      format,
      notes: notes.map((note) => shown(note)),
      lines,
      loaded,
      rejected,
      no_record: noRecord,
    },
    ...{ first_day: firstDay, last_day: lastDay, totals },
    covers: covered.map((span) => ({
      ...{ from: span.firstDay, through: span.lastDay, basis: span.basis, is_declared: span.isDeclared },
    })),
    reasons: reasons.map((reason) => ({ ...reason, example: shown(reason.example) })),
    rejected_rows: rejectedLines.map((row) => ({ ...row, reason: shown(row.reason) })),
    reconciled: periods.map(periodText),
  };
}

/** What proves that a file covers its days. */
const proofs: Readonly<Record<string, string>> = {
  stated_span: 'as the file states',
  balance: 'by its running balance',
  later_line: 'by a later line',
  declared: 'as declared',
  rule: 'as the configuration declares',
};

/** The days that a file covers, each span with its proof. */
function coveredText(covered: ImportedFile['covered']): string {
  if (covered.length === 0)
    return '  It covers no day: it states no period and has no running balance. If it is whole, say so with --covers FIRST..LAST.';
  const spans = covered.map(
    ({ firstDay, lastDay, basis }) =>
      `${firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`} (${proofs[basis] ?? basis})`,
  );
  return `  Covers ${spans.join('; ')}.`;
}

const shownReasons = 3;

/** What an import did, in short; `tieout inspect` shows all of it. */
export function importText(
  file: string,
  { status, receivedAt, format, notes, figures, covered, periods }: ImportedFile,
  { out, command }: Pick<CommandContext, 'out' | 'command'>,
  shown: Shown,
): string {
  const { rejected, noRecord, reasons, totals } = figures;
  const found = `${linesText(figures)}; ${spanText(figures)}`;
  const first =
    status === 'repeated'
      ? `${file} was received before, at ${receivedAt}. Nothing was loaded again. ${found}.`
      : `${file}${format === null ? '' : ` (${format})`}: ${found}.`;
  const why = reasons
    .slice(0, shownReasons)
    .map(({ code, count, example }) => `  ${counted(count, 'row')} rejected (${code}): ${shown(example)}`);
  const more = reasons.length > shownReasons ? [`  and ${counted(reasons.length - shownReasons, 'other reason')}`] : [];
  const next = rejected + noRecord === 0 ? [] : [`  All of them, and what to do: ${command} inspect ${file}`];
  const table = totals.length === 0 ? [] : ['', totalsTable(totals, out.columns)];
  const days =
    periods.length === 0 ? ['', 'No day of the file was reconciled before. The next run reconciles its days.'] : [];
  const covers = coveredText(covered);
  return `${[first, covers, ...notes.map((note) => `  ${shown(note)}`), ...why, ...more, ...next, ...table, ...days].join('\n')}\n`;
}
