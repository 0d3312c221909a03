import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { escaped } from './html.ts';
import { pageStyle } from './page-style.ts';
import { contentPolicy, verdictOrder, verdictWords } from './verdict-words.ts';

const verdictsFile = z.object({
  company: z.string(),
  from: z.string(),
  to: z.string(),
  verdicts: z.array(z.object({ verdict: z.string(), break_count: z.number(), rejected_count: z.number() })),
});

type Entry = z.infer<typeof verdictsFile> & { period: string; folder: string };

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.endsWith('.tmp') ? [entry.name] : [])).sort();
}

async function entriesBelow(reports: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const period of await foldersOf(reports)) {
    for (const company of await foldersOf(join(reports, period))) {
      try {
        const text = await readFile(join(reports, period, company, 'verdicts.json'), 'utf8');
        entries.push({ ...verdictsFile.parse(JSON.parse(text)), period, folder: company });
      } catch {
        // a folder that is not a report is none of this page's business
      }
    }
  }
  return entries.sort((a, b) => (a.period > b.period ? -1 : a.period < b.period ? 1 : a.company < b.company ? -1 : 1));
}

function rowHtml({ period, folder, company, verdicts }: Entry): string {
  const worst = verdictOrder.find((name) => verdicts.some(({ verdict }) => verdict === name)) ?? 'incomplete';
  const sum = (field: 'break_count' | 'rejected_count') => verdicts.reduce((total, row) => total + row[field], 0);
  const address = `${encodeURIComponent(period)}/${encodeURIComponent(folder)}/${encodeURIComponent(folder)}`;
  return `<tr><td class="date"><a href="${address}.html">${escaped(period.replace('_', ' to '))}</a></td><td>${escaped(company)}</td>
<td><span class="chip ${worst}">${escaped(verdictWords[worst] ?? worst)}</span></td><td class="num">${sum('break_count')}</td><td class="num">${sum('rejected_count')}</td><td><a href="${address}.xlsx">workbook</a></td></tr>`;
}

/** Writes the page that leads to every report there is, the newest first; gives its path. */
export async function writeIndexPage(reports: string): Promise<string> {
  const entries = await entriesBelow(reports);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(pageStyle)}">
<title>Reconciliation: all reports</title><style>${pageStyle}</style></head>
<body><main><h1>All reports</h1><p class="about">The newest first. Green only where everything is proven.</p>
<div class="scroll" tabindex="0" role="region" aria-label="All reports"><table class="list plain"><thead><tr><th scope="col">Days</th><th scope="col">Company</th><th scope="col">Worst verdict</th><th scope="col">Breaks</th><th scope="col">Not understood</th><th scope="col">Workbook</th></tr></thead>
<tbody>${entries.map(rowHtml).join('\n')}</tbody></table></div></main></body></html>
`;
  const path = join(reports, 'index.html');
  await writeFile(`${path}.tmp`, html, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
  return path;
}
