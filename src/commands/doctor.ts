import { existsSync } from 'node:fs';
import { dataPaths } from '../config/data-paths.ts';
import { defaultHttpOptions, openHttpClient } from '../connectors/http/client.ts';
import { type Finding, probeGateway, probePayout } from '../connectors/probe.ts';
import { gatewayAccess, payoutAccess } from '../run/access.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** `tieout doctor`: what is wrong, and what to do about each. Exit status 1 when something is. */
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
  const isThere = existsSync(published);
  if (context.isJson) context.out.write(`${JSON.stringify({ findings, published: isThere }, null, 2)}\n`);
  else {
    for (const { company, check, isOk, detail, fix } of findings) {
      context.out.write(
        `${isOk ? 'ok   ' : 'WRONG'} ${company}, ${check}: ${detail}\n${fix === null ? '' : `      fix: ${fix}\n`}`,
      );
    }
    context.out.write(`      data: ${config.data_dir}${isThere ? '' : ' (nothing published yet)'}\n`);
  }
  return findings.every(({ isOk }) => isOk) ? 0 : 1;
}
