import { normalize } from 'node:path';
import { z } from 'zod';
import { isHost } from '../connectors/http/safe-url.ts';
import { baseUrl, currencyField, safeUrl, secretSource } from '../domain/configuration-fields.ts';
import { companySchema, decisionSchema } from './company-schema.ts';

const report = z
  .strictObject({
    language: z.enum(['en', 'ms']).default('en').describe('Language of the reports.'),
    csv_delimiter: z.enum([',', ';', '\t']).default(',').describe('Delimiter of CSV reports.'),
    decimal_mark: z.enum(['.', ',']).default('.').describe('Decimal mark of amounts in CSV reports.'),
    csv_byte_order_mark: z
      .boolean()
      .default(true)
      .describe('Whether CSV reports begin with a byte order mark, so that spreadsheets recognise UTF-8.'),
    currency: currencyField
      .optional()
      .describe('Currency in which amounts of different currencies are compared to rank findings.'),
    rates: z
      .record(
        currencyField,
        z.string().regex(/^\d{1,8}(\.\d{1,6})?$/, 'must be a number with at most six decimals, in quotes'),
      )
      .default({})
      .describe(
        'What one unit of another currency is worth in `currency`, e.g. `KWD: "14.20"`; only to rank findings.',
      ),
    materiality: z
      .strictObject({
        percent: z
          .string()
          .regex(/^\d{1,4}(\.\d{1,2})?$/, 'must be a percentage in quotes, such as "20"')
          .default('20')
          .describe('Change in per cent of the earlier figure above which it is marked.'),
        minimum: z
          .record(
            currencyField,
            z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be an amount in quotes, such as "1000.00"'),
          )
          .default({})
          .describe(
            'By currency, the least change that is marked. Without it: 2 % of what the currency had in the earlier period.',
          ),
      })
      .prefault({})
      .describe('Which changes from the period before stand out in *Trend*.'),
    address: baseUrl
      .optional()
      .describe('Address of the folder `reports` of `data_dir` in a browser; notices link to the page of the day.'),
    show_personal_data: z.boolean().default(false).describe('Show names and addresses in full instead of masked.'),
    letterhead: z
      .strictObject({
        lines: z
          .array(z.string().trim().min(1).max(100))
          .max(6)
          .default([])
          .describe('Lines of text, such as the name, the address and the registration number.'),
        logo: z.string().min(1).optional().describe('PNG or JPEG file, relative to this file, of at most 2 MiB.'),
      })
      .prefault({})
      .describe('Head of the page that people sign (`tieout statement`, `tieout close`).'),
    prepared_by: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .optional()
      .describe('Name of the person who prepares the page that people sign.'),
    reviewed_by: z.string().trim().min(1).max(80).optional().describe('Name of the person who reviews it.'),
    fonts: z
      .array(z.string().min(1))
      .max(8)
      .default([])
      .describe(
        'Font files (TTF or OTF) for scripts on that page which the shipped font lacks, such as Chinese or Tamil, relative to this file.',
      ),
  })
  .refine(({ csv_delimiter, decimal_mark }) => csv_delimiter !== decimal_mark, {
    path: ['decimal_mark'],
    message: 'must differ from report.csv_delimiter',
  })
  .refine(({ currency, rates }) => currency !== undefined || Object.keys(rates).length === 0, {
    path: ['currency'],
    message: 'must name the currency in which report.rates are given',
  });

const notice = z.strictObject({
  email: z
    .strictObject({
      to: z.array(z.email('must be an e-mail address')).min(1).describe('Recipients.'),
      from: z.email('must be an e-mail address').describe('Sender.'),
      smtp_url: secretSource.describe(
        'Variable or file with the address of the mail server, including user and password.',
      ),
      attach_workbook: z.boolean().default(false).describe('Attach the workbook.'),
    })
    .optional()
    .describe('Notices by e-mail.'),
  webhook: z
    .strictObject({
      url: safeUrl.describe('Address to which notices are posted as JSON.'),
      secret: secretSource.describe('Variable or file with the secret that signs each notice.'),
    })
    .optional()
    .describe('Notices by HTTP to your own system.'),
  overdue_above: z.int().min(0).default(0).describe('A notice is sent when more items than this are overdue.'),
});

const matching = z.strictObject({
  passes: z
    .record(z.string().min(1), z.array(z.string().min(1)).min(1))
    .default({})
    .describe(
      'By reconciliation, match passes that run after its own, such as `bank_to_settlement: ["NAME(days := 3)"]`.',
    ),
});

const address = z
  .string()
  .refine(
    (text) => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(text) && Number(text.split(':').at(-1)) <= 65_535,
    'must be an address with a port, such as 127.0.0.1:8421',
  );

/** Where `tieout receive` listens. */
export const receiverSchema = z.strictObject({
  listen: address
    .default('127.0.0.1:8421')
    .describe('Address and port for deliveries. A web server with TLS stands in front of it.'),
  private: address.default('127.0.0.1:8422').describe('Address and port of /healthz, /readyz and /metrics.'),
});

const warehouse = z.strictObject({
  memory_limit: z
    .string()
    .regex(/^\d+(\.\d+)?\s?[KMGT]i?B$/, 'must be an amount of memory, such as 4GB')
    .optional()
    .describe(
      "Memory limit of DuckDB for each company; by default 80 % of the machine's memory, divided by the companies that are run at the same time.",
    ),
  threads: z
    .int()
    .min(1)
    .max(1024)
    .optional()
    .describe(
      "Threads of DuckDB; by default one for small amounts of data, and the number of the machine's cores for large ones.",
    ),
  masked_snapshot: z
    .enum(['none', 'owner', 'group'])
    .default('none')
    .describe(
      'Whether each run also publishes published-masked.duckdb, with keyed hashes instead of personal data, and who can read it: this user, or the group of the data directory too.',
    ),
});

const retention = z.strictObject({
  quarantine_mib: z
    .int()
    .min(1)
    .max(1_048_576)
    .default(1024)
    .describe(
      'How many MiB of refused files are kept for each company. Above it, the next run removes content and keeps the reasons: files larger than the limit first, then replaced files, then the oldest.',
    ),
  personal_data: z
    .string()
    .regex(/^[1-9]\d{0,3} (?:days?|months?|years?)$/, 'must be a number of days, months or years, such as "24 months"')
    .optional()
    .describe(
      'How long names, e-mail addresses and account numbers are kept after the last business day of their records. `tieout retention` then replaces them; this never happens automatically.',
    ),
});

const network = z.strictObject({
  private_hosts: z
    .array(z.string().refine(isHost, 'must be a host name or an address, without scheme, port or path'))
    .default([])
    .describe(
      'Hosts in private networks, or this machine, to which download links and the webhook may lead, such as `["files.internal.example", "10.0.0.7"]`. The host and port of base_url is permitted for its own links.',
    ),
  timeout_seconds: z
    .int()
    .min(1)
    .max(604_800)
    .default(7200)
    .describe("Time limit of a run's requests, for each of its days; a backfill has none."),
});

const monitoring = z.strictObject({
  metrics: z
    .string()
    .regex(/\.prom$/, 'must be a file whose name ends with .prom')
    .optional()
    .describe('File for Prometheus, readable by every user. By default schedule.prom in `data_dir`.'),
  ping_url: secretSource
    .optional()
    .describe('Variable or file with an address that each wake-up calls. `{status}` in it becomes the exit status.'),
});

/** The lake, into which each run publishes. */
export const lakeSchema = z.strictObject({
  folder: z.string().min(1).describe('Folder of the lake, or a mounted bucket, relative to this file. It must exist.'),
  address: z
    .string()
    .regex(/^[^'"`\s]+$/, 'must be an address without spaces and quotation marks, such as s3://bucket/lake')
    .optional()
    .describe(
      'Address by which readers reach the folder, such as s3://bucket/lake; by default the path of the folder.',
    ),
  personal_data: z
    .enum(['masked', 'shown'])
    .default('masked')
    .describe('Whether names, e-mail addresses and account numbers are keyed hashes in the lake, or shown.'),
});

/** The whole configuration file; docs/configuration.md is generated from the descriptions. */
export const configSchema = z.strictObject({
  data_dir: z
    .string()
    .min(1)
    .default('tieout-data')
    .describe('Folder for all data, relative to this file and private to this user.'),
  companies: z
    .array(companySchema)
    .min(1)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'must give each company a different name',
    )
    .refine((all) => {
      const folders = all.flatMap(({ drop_folder: folder }) => (folder === undefined ? [] : [normalize(`${folder}/`)]));
      return new Set(folders).size === folders.length;
    }, 'must give each company a different drop_folder, because a file belongs to one company')
    .describe('One or more companies; each is reconciled by itself.'),
  companies_at_once: z.int().min(1).max(1000).default(4).describe('How many companies are run at the same time.'),
  report: report.prefault({}).describe('Format of the reports.'),
  decision: decisionSchema.prefault({}).describe('Rules for decisions on breaks.'),
  matching: matching.prefault({}).describe('Your own match passes.'),
  notice: notice
    .prefault({})
    .describe('Who receives notices of changed verdicts, failures, overdue items and missed deadlines.'),
  monitoring: monitoring.prefault({}).describe('What `tieout schedule` tells other programs at each wake-up.'),
  network: network.prefault({}).describe('Hosts that links and webhooks may lead to, and the time for requests.'),
  receiver: receiverSchema
    .optional()
    .describe(
      'Where `tieout receive` listens for callbacks and webhooks. With this section, `tieout schedule` receives them too.',
    ),
  retention: retention.prefault({}).describe('How long personal data is kept, and how much content of refused files.'),
  lake: lakeSchema.optional().describe('The folder of Parquet files for other engines, into which each run publishes.'),
  warehouse: warehouse.prefault({}).describe('Limits on memory and threads, and the masked snapshot.'),
});

export type Config = z.infer<typeof configSchema>;
