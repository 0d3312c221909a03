import { stringify } from 'yaml';

type Services = import('tieout-sandbox').RunningSandbox;

/** The settings for running tieout against a sandbox. */
export type SandboxSetup = {
  /** A complete tieout.yaml. */
  configuration: string;
  /** The secrets to which the configuration refers. */
  environment: Readonly<Record<string, string>>;
};

/** The setup, with the variable names that `tieout init` uses, so that the same shell works with either configuration. */
export async function sandboxSetup(sandbox: Services, currencies: readonly string[]): Promise<SandboxSetup> {
  const { SANDBOX_ZONE, priceList } = await import('tieout-sandbox');
  const inline = (value: unknown) => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  const fees = priceList(currencies).map((rule) => `      - ${inline(rule)}\n`);
  return {
    configuration: `companies:
  - name: shop
    zone: ${SANDBOX_ZONE}
    currencies: ${inline(currencies)}
    gateway:
      base_url: ${sandbox.gatewayUrl}
      secret_key: { env: TIEOUT_GATEWAY_SECRET_KEY }
    payout:
      base_url: ${sandbox.payoutUrl}
      api_key: { env: TIEOUT_PAYOUT_API_KEY }
      api_secret: { env: TIEOUT_PAYOUT_API_SECRET }
    fees:
${fees.join('')}`,
    environment: {
      TIEOUT_GATEWAY_SECRET_KEY: sandbox.gatewaySecretKey,
      TIEOUT_PAYOUT_API_KEY: sandbox.payoutApiKey,
      TIEOUT_PAYOUT_API_SECRET: sandbox.payoutApiSecret,
    },
  };
}

/** Lines to paste into a shell: they write the configuration and set its variables. */
export function setupLines({ configuration, environment }: SandboxSetup): string {
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`);
  return `cat > tieout.yaml <<'END'\n${configuration}END\n${variables.join('\n')}\n`;
}
