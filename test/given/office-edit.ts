import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An edit of a workbook that is open in LibreOffice. Cells are named like `K5`. */
export type OfficeStep =
  | { do: 'type'; sheet: string; cell: string; text: string }
  | { do: 'number'; sheet: string; cell: string; value: number }
  | { do: 'formula'; sheet: string; cell: string; text: string }
  | { do: 'unprotect'; sheet: string }
  /** Reports whether the sheet is protected and the cell locked. */
  | { do: 'look'; sheet: string; cell: string };

/** The macro, in LibreOffice Basic, which needs no further interpreter. It reports the result of each step. */
const macro = (from: string, to: string, steps: string, output: string) => `
Sub Edit
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden" : hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL("${from}", "_blank", 0, hidden())
  files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  inText = createUnoService("com.sun.star.io.TextInputStream")
  inText.setInputStream(files.openFileRead("${steps}"))
  inText.setEncoding("UTF-8")
  outText = createUnoService("com.sun.star.io.TextOutputStream")
  outText.setOutputStream(files.openFileWrite("${output}"))
  outText.setEncoding("UTF-8")
  Do While Not inText.isEOF()
    parts = Split(inText.readLine(), Chr(9))
    If UBound(parts) = 3 Then outText.writeString(Become(book, parts) & Chr(10))
  Loop
  outText.closeOutput()
  Dim saved(0) As New com.sun.star.beans.PropertyValue
  saved(0).Name = "FilterName" : saved(0).Value = "Calc MS Excel 2007 XML"
  book.storeToURL("${to}", saved())
  book.close(True)
  StarDesktop.terminate()
End Sub

Function Become(book, parts) As String
  On Error Goto Failed
  sheet = book.Sheets.getByName(parts(1))
  content = Replace(parts(3), "\\n", Chr(10))
  Select Case parts(0)
    Case "type" : sheet.getCellRangeByName(parts(2)).setString(content)
    Case "number" : sheet.getCellRangeByName(parts(2)).setValue(CDbl(content))
    Case "formula" : sheet.getCellRangeByName(parts(2)).setFormula(content)
    Case "unprotect" : sheet.unprotect("")
    Case "look"
      isFast = sheet.getCellRangeByName(parts(2)).CellProtection.IsLocked
      Become = IIf(sheet.isProtected(), "protected", "open") & IIf(isFast, ", locked", ", unlocked")
      Exit Function
  End Select
  Become = "done"
  Exit Function
Failed:
  Become = "failed: " & Replace(Error$, Chr(10), " ")
End Function
`;

const library = (kind: string, inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">\n<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">${inner}</library:library><!-- ${kind} -->\n`;

const url = (path: string) => pathToFileURL(path).href;
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function lineOf(step: OfficeStep): string {
  const content = 'text' in step ? step.text : 'value' in step ? String(step.value) : '';
  const cell = 'cell' in step ? step.cell : '';
  return `${[step.do, step.sheet, cell, content.replaceAll('\n', '\\n')].join('\t')}\n`;
}

/** Opens a workbook in LibreOffice, runs the steps and saves it under another name. Returns the result of each step. */
export function editedByOffice(from: string, to: string, steps: readonly OfficeStep[], folder: string): string[] {
  const profile = join(folder, 'profile');
  const office = (...args: string[]) =>
    execFileSync('libreoffice', ['--headless', '--norestore', `-env:UserInstallation=${url(profile)}`, ...args], {
      stdio: 'ignore',
      timeout: 170_000,
    });
  const basic = join(profile, 'user', 'basic', 'Standard');
  // a profile is filled on first use and overwrites existing files
  if (!existsSync(basic)) office('--terminate_after_init');
  const [list, output] = [join(folder, 'steps.txt'), join(folder, 'output.txt')];
  // a separate last line: LibreOffice returns the last one with its line break
  writeFileSync(list, `${steps.map(lineOf).join('')}end\n`);
  const source = xml(macro(url(from), url(to), url(list), url(output)));
  writeFileSync(join(basic, 'script.xlb'), library('macros', '<library:element library:name="Desk"/>'));
  writeFileSync(join(basic, 'dialog.xlb'), library('dialogs', ''));
  writeFileSync(
    join(basic, 'Desk.xba'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Desk" script:language="StarBasic">${source}</script:module>\n`,
  );
  office('macro:///Standard.Desk.Edit');
  return readFileSync(output, 'utf8').trimEnd().split('\n');
}
