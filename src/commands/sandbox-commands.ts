import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Runs } from './perform.ts';

function isoDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text)) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-11-19.');
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

function currencyList(text: string): string[] {
  if (/^[A-Z]{3}(,[A-Z]{3})*$/.test(text)) return text.split(',');
  throw new InvalidArgumentError('It must be currency codes separated by commas, such as MYR,SGD.');
}

function reserveOf(text: string): { basisPoints: number; days: number } {
  const [, percent, days] = /^(\d{1,2}(?:\.\d{1,2})?):([1-9]\d{0,2})$/.exec(text) ?? [];
  if (percent === undefined)
    throw new InvalidArgumentError(
      'It must be percent:days, such as 10:30 for ten per cent held back for thirty days.',
    );
  return { basisPoints: Math.round(Number(percent) * 100), days: Number(days) };
}

function ratesOf(text: string): Record<string, string> {
  if (/^[A-Z]{3}=\d{1,6}(\.\d{1,8})?(,[A-Z]{3}=\d{1,6}(\.\d{1,8})?)*$/.test(text))
    return Object.fromEntries(text.split(',').map((one) => one.split('=')));
  throw new InvalidArgumentError(
    'It must be rates such as USD=4.21,JPY=0.0281: the merchant’s own currency for one unit.',
  );
}

/** Collects name=value options in order; the sandbox validates them. */
function chosenOf(text: string, before: string[] = []): string[] {
  if (/^\w+=\S+$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('It must be name=value, such as deadline=next_noon.');
}

/** Adds the commands that start the built-in sandbox, and that run the whole job with it. */
export function addSandboxCommands(program: Command, runs: Runs): void {
  program
    .command('sandbox')
    .description('start both services on this machine, with synthetic data')
    .option('--seed <n>', 'seed of the generated data', wholeNumber, 1)
    .option('--days <n>', 'number of days', wholeNumber, 30)
    .option('--orders-per-day <n>', 'average number of orders a day', wholeNumber, 100)
    .option('--currencies <list>', 'currencies, the merchant’s own first', currencyList, ['MYR', 'SGD'])
    .addOption(
      new Option('--breaks <set>', 'the set of planted breaks')
        .choices(['standard', 'services', 'none'])
        .default('standard'),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--gateway-port <n>', '0 chooses a free port', '0')
    .option('--payout-port <n>', '0 chooses a free port', '0')
    .option('--admin-port <n>', '0 chooses a free port', '0')
    .option('--until <date>', 'the last full day, YYYY-MM-DD (default: yesterday)', isoDate)
    .option('--settle-after <days>', 'days from a payment to its settlement', wholeNumber, 2)
    .option('--settle-at-weekends', 'settle at weekends too')
    .option(
      '--reserve <percent:days>',
      'rolling reserve: the part of each payment that is held back, and for how many days',
      reserveOf,
    )
    .option(
      '--convert <rates>',
      'currencies that a purchase converts into the merchant’s own, with rates: USD=4.21,JPY=0.0281',
      ratesOf,
    )
    .option(
      '--files <folder>',
      'write the merchant’s orders.csv, bank.csv and callbacks.jsonl, and truth.json, to a folder',
    )
    .option('--faults <file>', 'inject faults from the start: a list in YAML or JSON')
    .option('--state <file>', 'keep the state of both services for the next start')
    .addOption(
      new Option('--payout-mode <mode>', 'mode of the payout service')
        .choices(['production', 'staging'])
        .default('production'),
    )
    .option('--callbacks-to <url>', 'deliver every callback to this address, such as http://127.0.0.1:3000')
    .option(
      '--choose <name=value>',
      'choose what the specifications leave open (docs/sandbox.md); can be repeated',
      chosenOf,
    )
    .option('--smtp <url>', 'send approval e-mails through smtp://user:password@host:port')
    .action(runs(() => import('./sandbox.ts')));

  program
    .command('demo')
    .description('the whole job against the built-in sandbox, from fetching to reports')
    .option('--seed <n>', 'seed of the generated data', wholeNumber, 1)
    .option('--days <n>', 'number of days', wholeNumber, 30)
    .option('--orders-per-day <n>', 'average number of orders a day', wholeNumber, 100)
    .option('--dir <folder>', 'the folder in which the demo creates its own', 'tieout-data')
    .action(runs(() => import('./demo.ts')));
}
