import { counted } from '../domain/counted.ts';
import type { Period } from '../domain/period.ts';
import type { ImportedFile, ImportedFiles } from '../pipeline/import-file.ts';
import { errorFields } from './companies.ts';
import type { CommandContext } from './context.ts';
import { figuresFields, linesText, type Shown, spanText, totalsTable } from './file-text.ts';

/** The files of a company's import, and the names of a folder that were left out. */
export type CompanyImport = ImportedFiles & { company: string; ignored: readonly string[] };

/** The fields of an imported file for --json. */
export function importedFields(
  { file, status, receivedAt, format, notes, figures, covered }: ImportedFile,
  shown: Shown,
) {
  return {
    file,
    status,
    received_at: receivedAt,
    format,
    notes: notes.map((note) => shown(note)),
    ...figuresFields(figures, shown),
    covers: covered.map((span) => ({
      from: span.firstDay,
      through: span.lastDay,
      basis: span.basis,
      is_declared: span.isDeclared,
    })),
  };
}

/** The kinds of proof that a file covers its days. */
const proofs: Readonly<Record<string, string>> = {
  stated_span: 'as the file states',
  balance: 'by its running balance',
  later_line: 'by a later line',
  declared: 'as declared',
  rule: 'as the configuration declares',
};

/** The days that a file covers, each span with its proof. */
function coveredText(covered: ImportedFile['covered'], rejected: number): string {
  if (covered.length === 0 && rejected > 0)
    return `  It covers no day while it has ${counted(rejected, 'rejected row')}, which may be of any of its days.`;
  if (covered.length === 0)
    return '  It covers no day: it states no period and has no running balance. If it is whole, say so with --covers FIRST..LAST.';
  const spans = covered.map(
    ({ firstDay, lastDay, basis }) =>
      `${firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`} (${proofs[basis] ?? basis})`,
  );
  return `  Covers ${spans.join('; ')}.`;
}

const shownReasons = 3;

type Output = Pick<CommandContext, 'out' | 'command'>;

/** What was found in an imported file: its lines, days, notes, and rejected rows. */
function foundText(
  { file, status, receivedAt, format, notes, figures, covered, provesDays }: ImportedFile,
  { command }: Output,
  shown: Shown,
): string[] {
  const { rejected, noRecord, reasons } = figures;
  const found = `${linesText(figures)}; ${spanText(figures)}`;
  const first =
    status === 'repeated'
      ? `${file} was received before, at ${receivedAt}. Nothing was loaded again. ${found}.`
      : `${file}${format === null ? '' : ` (${format})`}: ${found}.`;
  const why = reasons
    .slice(0, shownReasons)
    .map(({ code, count, example }) => `  ${counted(count, 'row')} (${code}): ${shown(example)}`);
  const more = reasons.length > shownReasons ? [`  and ${counted(reasons.length - shownReasons, 'other reason')}`] : [];
  const next = rejected + noRecord === 0 ? [] : [`  All of them, and what to do: ${command} inspect ${file}`];
  const covers = provesDays ? [coveredText(covered, rejected)] : [];
  return [first, ...covers, ...notes.map((note) => `  ${shown(note)}`), ...why, ...more, ...next];
}

/** The result of an import in short; `tieout inspect` shows it completely. */
export function importText(file: ImportedFile, periods: readonly Period[], context: Output, shown: Shown): string {
  const { totals } = file.figures;
  const table = totals.length === 0 ? [] : ['', totalsTable(totals, context.out.columns)];
  const days =
    periods.length === 0 ? ['', 'No day of the file was reconciled before. The next run reconciles its days.'] : [];
  return `${[...foundText(file, context, shown), ...table, ...days].join('\n')}\n`;
}

/** What an import of several files did, for --json. */
export const filesFields = (imports: readonly CompanyImport[], shown: Shown) => ({
  files: imports.flatMap(({ company, files }) =>
    files.map((one) =>
      'error' in one
        ? { ...errorFields(company, one.error), file: one.file, status: 'refused' }
        : { company, ...importedFields(one, shown) },
    ),
  ),
  ignored: imports.flatMap(({ ignored }) => ignored),
});

/** What an import of several files did for a company: each file, and the names that were left out. */
export function filesText({ files, ignored, periods }: CompanyImport, context: Output, shown: Shown): string {
  const refused = files.filter((one) => 'error' in one).length;
  const loaded = files.length - refused;
  const first =
    files.length === 0
      ? 'No file has changed since it was imported.'
      : `${counted(files.length, 'file')}: ${loaded} imported, ${refused} refused.`;
  const lines = files.flatMap((one) =>
    'error' in one
      ? [`${one.file} was refused (${one.error.code}): ${one.error.message}`]
      : foundText(one, context, shown),
  );
  const left = ignored.length === 0 ? [] : [`Left out: ${ignored.join(', ')}`];
  const days =
    periods.length > 0 || loaded === 0
      ? []
      : ['', 'No day of the files was reconciled before. The next run reconciles their days.'];
  return `${[first, ...lines, ...left, ...days].join('\n')}\n`;
}
