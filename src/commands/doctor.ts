import { calendarFinding, identityFinding, keyFinding } from '../company/company-findings.ts';
import { configurationAccess } from '../company/connector-context.ts';
import { hasPublished } from '../company/published-warehouse.ts';
import { httpOptionsOf } from '../config/http-options.ts';
import type { Finding } from '../connectors/connector.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { connectorsOf } from '../connectors/registry.ts';
import { evidenceFindings } from '../evidence/verify-company.ts';
import { coverageFindings } from '../inspect/coverage-findings.ts';
import { receiverFinding } from '../receiver/probe.ts';
import { isReceived } from '../receiver/receiver.ts';
import { withCommandName } from './command-name.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** `tieout doctor`: checks the services, keys and clock, with the fix for each problem. 1 when there is a problem. */
export async function run(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const http = openHttpClient({ ...httpOptionsOf(config), retries: 1 });
  const findings: (Finding & { company: string })[] = [];
  try {
    for (const company of config.companies) {
      const access = { company, ...configurationAccess(config), http };
      for (const connector of connectorsOf(company)) {
        const found = await connector.probe(company, access);
        const identity = await identityFinding(config, company, connector, access);
        findings.push(...[...found, ...identity].map((finding) => ({ company: company.name, ...finding })));
      }
      for (const finding of await keyFinding(config, company)) findings.push({ company: company.name, ...finding });
      findings.push({ company: company.name, ...(await calendarFinding(config, company)) });
      const covered = await coverageFindings(config, company);
      const evidence = await evidenceFindings(config, company);
      const receiver = isReceived(company) ? [await receiverFinding(config, http)] : [];
      findings.push(
        ...[...covered, ...evidence, ...receiver].map((finding) => ({ company: company.name, ...finding })),
      );
    }
  } finally {
    await http.close();
  }
  const isPublished = hasPublished(config);
  context.out.answer({ findings, published: isPublished }, () =>
    [
      ...findings.flatMap(({ company, check, isOk, detail, fix }) => [
        `${isOk ? 'ok   ' : 'WRONG'} ${company}, ${check}: ${detail}`,
        ...(fix === null ? [] : [`      fix: ${withCommandName(fix, context.command)}`]),
      ]),
      `      data: ${config.data_dir}${isPublished ? '' : ' (nothing published yet)'}`,
      '',
    ].join('\n'),
  );
  return findings.every(({ isOk }) => isOk) ? 0 : 1;
}
