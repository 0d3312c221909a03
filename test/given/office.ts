import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { createZip } from '../../src/report/xlsx/zip-file.ts';

/** Opens a workbook in LibreOffice, saves it under another name and returns the path. */
export function savedByOffice(from: string, into: string, kind = 'xlsx:Calc MS Excel 2007 XML'): string {
  const profile = `-env:UserInstallation=file://${into}/profile`;
  execFileSync('libreoffice', ['--headless', profile, '--convert-to', kind, '--outdir', into, from], {
    stdio: 'ignore',
    timeout: 170_000,
  });
  return join(into, basename(from).replace(/\.\w+$/, `.${kind.split(':')[0]}`));
}

/** The parts of a zip archive by name. */
export async function partsOf(path: string): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return parts;
}

/** Rewrites a workbook with changed parts. */
export async function withParts(
  from: string,
  to: string,
  change: (name: string, xml: string) => string,
): Promise<void> {
  const zip = await createZip(to);
  for (const [name, xml] of await partsOf(from)) {
    const entry = await zip.entry(name);
    await entry.write(change(name, xml));
    await entry.end();
  }
  await zip.close();
}
