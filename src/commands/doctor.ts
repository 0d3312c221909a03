import { existsSync } from 'node:fs';
import { dataPaths } from '../config/data-paths.ts';
import { defaultHttpOptions, openHttpClient } from '../connectors/http/client.ts';
import { type Finding, probeGateway, probePayout } from '../connectors/probe.ts';
import { gatewayAccess, payoutAccess } from '../run/access.ts';
import { withCommandName } from './command-name.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** `tieout doctor`: checks the services, keys and clock, with the fix for each problem. 1 when there is a problem. */
export async function runDoctorCommand(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const http = openHttpClient({ ...defaultHttpOptions, retries: 1 });
  const findings: (Finding & { company: string })[] = [];
  try {
    for (const company of config.companies) {
      const add = (found: Finding[]) =>
        findings.push(...found.map((finding) => ({ company: company.name, ...finding })));
      const needed = <T>(access: T | undefined): T => {
        if (access === undefined) throw new Error('not configured');
        return access;
      };
      if (company.gateway)
        add(await probeGateway(() => needed(gatewayAccess(config, company, http)), company.currencies[0] ?? 'MYR'));
      if (company.payout) add(await probePayout(() => needed(payoutAccess(config, company, http))));
    }
  } finally {
    await http.close();
  }
  const { published } = dataPaths(config.data_dir);
  const isPublished = existsSync(published);
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
