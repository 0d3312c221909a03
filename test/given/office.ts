import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Entry, fromBuffer } from 'yauzl';
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
export function partsOf(path: string): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const parts = new Map<string, string>();
    fromBuffer(readFileSync(path), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', () => resolve(parts));
      zip.on('error', reject);
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
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
