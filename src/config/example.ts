/** The file that `tieout init` writes: a configuration that explains every key; keys with a default are commented out. */
export const exampleConfig = `# Configuration of tieout.
# Secrets are never stored in this file; it names the environment variable or file that holds each one.
# A setting that is commented out shows its default or an example. \`tieout doctor\` checks this file and every secret.

# Folder for all data, relative to this file.
# data_dir: tieout-data

companies:
  - name: acme # name in reports and folders: lower-case letters, digits, - and _
    zone: Asia/Kuala_Lumpur # IANA time zone; its midnight is the cut-off of the business day
    currencies: [MYR] # ISO 4217; each has a statement, a turnover and a verdict a day

    # The payment gateway. Remove this section if the company does not collect through it.
    gateway:
      base_url: https://gateway.example/api/v1
      secret_key: { env: TIEOUT_GATEWAY_SECRET_KEY }
      # narrowing_requests: 120 # the most requests of a run to find where statement and turnover differ; 0 for none
      # settlement_days: { usual: 2, most: 5 } # business days; needed where the statements have reported no settlement yet
      # Later terms: settlement_days: { usual: 2, most: 5, changes: [{ from: "2027-01-01", usual: 1, most: 3 }] }.

    # The payout service. Remove this section if the company does not pay out through it.
    payout:
      base_url: https://payout.example/api
      api_key: { env: TIEOUT_PAYOUT_API_KEY }
      api_secret: { env: TIEOUT_PAYOUT_API_SECRET } # or { file: secrets/payout-api-secret }, mode 0600
      # When the approval of an allocation is overdue: next_noon (the first noon in Malaysia after the request),
      # noon_of_next_day (noon of the following day), or later_of_both.
      # approval_deadline: later_of_both
      # webhooks: false # true: \`tieout receive\` takes its webhooks, at /payout/ and the company's name

    # books: # the merchant's own records; every configured kind but the ledger is needed every day
    #   # A file covers the days that it states (a row such as "Period: 2026-11-01 to 2026-11-30" above its header, or the period of
    #   # a bank format), that a running balance leads through, or that someone declares: with --covers when it is imported, or
    #   # here with covers, for exports that are whole. \`tieout doctor\` shows which of your files prove their days.
    #   orders:
    #     file: orders.csv # imported by every run when it has changed; CSV, XLSX or JSON lines; or use \`tieout import orders\`
    #     aliases: # other headers of a column
    #       amount: [Order value]
    #     covers: through_previous_day # every export is whole: from its first line through the day before it arrives
    #     statuses: { paid: [Selesai], not_paid: [Dibatalkan] } # other words in the column for the status
    #     amounts: minor_units # amounts in whole sen or cents: 5327 is 53.27
    #   bank:
    #     file: bank/2026-*.csv # a file, a folder, a pattern (*, ?, ** for folders) or a list of them: [bank/, old/bank.csv]
    #     account: "5140 1234 5678" # of lines that name none; a file of another account is refused
    #     currency: MYR # of lines that name none; a file of another currency is refused
    #     aliases: {}
    #     pdf_password: { env: TIEOUT_BANK_PDF_PASSWORD } # of encrypted PDF statements; or { file: secrets/bank-pdf-password }
    #     cadence: monthly # or weekly, with due_weekday: monday; until it is due, the controls that need it are awaited
    #     due_day: 5 # the day by which the statement of the month before has arrived
    #     columns: { booked_on: 1, description: 2, amount: 4 } # the columns of files without a header, by number
    #     sides: { credit: [Tulo], debit: [Meno] } # other words in the column that states debit and credit
    #     statuses: { booked: [Final], not_booked: [Provisional] } # other words in the column for the status
    #     deposits_are: disbursements # or settlements: one deposit for everything settled on a day
    #     deposit_text: GATEWAY # only lines with this text in the description are deposits of the gateway
    #   callbacks:
    #     file: callbacks.jsonl # or a folder, a pattern, a list; one object a line: {"received_at": "…", "signature": "…", "body": "…"}, the body as received
    #     aliases: {}
    #     received: true # from the gateway, by \`tieout receive\` at /callbacks/ and the company's name; docs/callbacks.md
    #     public_keys: [] # files with the public keys of your webhooks; without any, the company's key is fetched
    #   ledger: # balances of the general ledger at the end of a day; a debit balance is positive
    #     file: ledger/*.csv # or a file, a folder, a list; CSV or XLSX; or use \`tieout import ledger\`
    #     aliases: {}
    #     accounts: { gateway: "1150", bank: "1010", payout: ["1160", "1161"] } # their codes; several are added up
    #   lists: # further lists of dated amounts by name, each needed every day
    #     courier: # parcels of a courier, or invoices of an ERP system
    #       file: courier/*.csv # or a file, a folder, a list; the formats of bank statements and JSON lines
    #       aliases: { reference: [Parcel] }
    #       counterparty: [Consignee]
    #       fee: [COD fee]
    #       covers: through_previous_day
    #   pairs: # lists, bank, orders and statement that are matched with each other every day
    #     courier_to_bank: { left: courier, right: bank, days_after: 14 }
    #   opening: # the file of \`tieout take-on\`
    #     aliases: {}

    # How the files of each bank are read, where there are several; presets in banks/ beside this file are added. One preset is
    # { bank: Second bank, recognise: { header: [Pvm, Summa], text: [Tiliote] }, aliases: { booked_on: [Pvm], amount: [Summa] }, decimal_mark: "," }.
    # banks: []

    # Business days, for the expected dates of settlements and deposits; without it, Mondays to Fridays and no holidays.
    # calendar:
    #   country: MY # its public holidays, by ISO 3166 code
    #   state: "14" # those of a state too; \`tieout doctor\` lists the codes
    #   weekend: [sat, sun] # [fri, sat] where Friday is the day of rest
    #   holidays: [{ date: "2026-11-23", name: Election }] # further days on which nothing is settled
    #   working_days: ["2026-11-28"] # business days although they are holidays or at a weekend

    # Fees agreed with the gateway, by payment method; without any, fees are not checked. One rule is
    # { method: fpx, currency: MYR, flat: "1.00", percent: "0", minimum: "0" }; without currency it applies to all.
    # A new price is a rule after it with its first day of payment: { method: fpx, currency: MYR, flat: "1.10", from: "2027-01-01" }.
    # fees: []

    # Tax on the gateway's fees, shown separately in the fee totals of a month, to compare them with the gateway's invoice. One rate is
    # { name: SST, percent: "8", included: true, from: "2024-03-01" }; included: whether the fee that the gateway deducts contains it.
    # fees_tax: []

    # The first business day; what was open at its beginning is taken on with \`tieout take-on FILE\`.
    # starts_on: "2026-11-01"

    # Controls that need not be made, shown on every report that they touch. One waiver is
    # { control: gateway_balance, currency: KWD, from: "2026-11-01", why: "Wallet closed", by: "Aina" }.
    # waivers: []

    # statement:
    #   formats: [csv] # or [xlsx]; with both, each statement is fetched twice and compared line by line
    #   lookback_days: 7 # days before the period that are fetched again, to see late changes
    #   timeout_seconds: 1800 # how long to wait until a statement is ready
    #   reserve_percent: "5" # withheld of each payment; by default, what the lines of a statement have in common
    #   reserve_days: 180 # after the payment, until what was withheld is released
    #   reserve_changes: [{ from: "2027-01-01", days: 90 }] # for payments from that day on
    #   fee_sign: charged_is_positive # or charged_is_negative, where fees have both signs and the file has no net amounts
    #   aliases: # other headers of a column in your statements
    #     reference: [Order number]
    #   ignore: [Gross total] # headers to ignore where two would name the same column
    #   encoding: windows-1252 # of text files that are not Unicode
    #   date_order: day_first # or month_first, for dates such as 03/04/2026 that no other date in the file explains
    #   two_digit_years: true # dates such as 14/03/26 are days from 2000 to 2099
    #   decimal_mark: "." # or ",", for amounts such as 1.234,56
    #   sheet: Statement # the only sheet of a workbook that is read

    # reading: # what is accepted of files
    #   earliest_day: "2000-01-01" # a row with an earlier date is rejected
    #   days_ahead: 2 # a row whose money moved more days than this after the file was received is rejected
    #   largest_unpacked_mib: 4096 # a workbook that unpacks to more is refused
    #   highest_ratio: 150 # a workbook that unpacks to more times its size is refused, once it passes 64 MiB

    # close: # further requirements for the close of a month
    #   requires_ledger: false # true closes a month only with the balances of the ledger (books.ledger)
    #   rebuild: false # true also rebuilds the data from the received files, and compares

    # drop_folder: inbox # each run imports the files in it, of any kind, and moves them to inbox/done or inbox/refused

    # schedule: # for \`tieout schedule\`, in the company's zone
    #   at: "06:30" # time of the daily run for yesterday
    #   deadline: "10:00" # a day that is not reconciled by this time sends a notice
    #   retry_minutes: 30 # minutes until a day whose run failed or was incomplete is run again
    #   catch_up_days: 31 # the most days that are caught up after the machine was off
    #   close_day: 5 # of each month; closes the month before, or says what refuses, each day until it is closed

# companies_at_once: 4 # the most companies that \`tieout run\` and \`tieout schedule\` work on at the same time

# report:
#   language: en # or ms
#   csv_delimiter: "," # or ";" or "\\t"
#   decimal_mark: "." # or ","
#   csv_byte_order_mark: true # with this mark, spreadsheets recognise UTF-8
#   currency: MYR # in which amounts of different currencies are compared, to rank findings
#   rates: {} # what one unit of another currency is worth in it: { KWD: "14.20" }
#   materiality: { percent: "20", minimum: {} } # changes from the period before that are marked; minimum by currency: { MYR: "1000.00" }
#   address: https://reports.acme.example # by which people reach the folder reports in data_dir; notices link to it
#   show_personal_data: false # show names and addresses in full instead of masked
#   letterhead: # head of the page that people sign: tieout statement, tieout close
#     lines: [Acme Sdn. Bhd., "12 Jalan Example, 50450 Kuala Lumpur", "Registration 202601000001"]
#     logo: logo.png # PNG or JPEG
#   prepared_by: Aida binti Rahman
#   reviewed_by: Lim Wei
#   fonts: [NotoSansSC-Regular.otf] # for scripts on that page which the shipped font lacks

# receiver: # where \`tieout receive\` listens, behind a web server with TLS; with this section, \`tieout schedule\` receives too
#   listen: 127.0.0.1:8421
#   private: 127.0.0.1:8422 # /healthz, /readyz and /metrics

# retention: # how long personal data is kept (docs/privacy.md), and how much of what was refused
#   personal_data: 24 months # after the last business day of its records; tieout retention then replaces it
#   quarantine_mib: 1024 # content of refused files that is kept for each company

# decision: # rules for decisions on breaks
#   reasons: [arrives_later, agreed_fee, rounding, bank_error, gateway_error, own_error, customer_agreement, not_worth_pursuing, other]
#   write_off: [] # small differences that are proposed for write-off: { currency: MYR, limit: "1.00", account: "6990 Rounding", reason: rounding }
#   second_approval_for: [] # decisions that need a second approval, such as write_off
#   second_approval_over: {} # by currency, the difference above which every decision needs one: { MYR: "1000.00" }
#   second_approval_for_items: [] # kinds of items that need one, also without an amount: [beneficiaries, status_differs]
#   second_approval_verified: false # true: an approval is in force only where both persons signed
#   keys: [] # public keys of those who sign: { person: Aida, key: "ssh-ed25519 AAAA…" }

# matching: # match passes that run after those of a reconciliation, also your own from passes/; docs/extending.md
#   passes:
#     bank_to_settlement: ["same_tail(days_after := 3)"]

# notice:
#   email:
#     to: [accounts@acme.example]
#     from: tieout@acme.example
#     smtp_url: { env: TIEOUT_SMTP_URL } # smtps://user:password@mail.example
#     attach_workbook: false
#   webhook:
#     url: https://hooks.acme.example/tieout
#     secret: { env: TIEOUT_WEBHOOK_SECRET } # signs each notice
#   overdue_above: 0 # a notice is sent when more items than this are overdue

# monitoring: # what \`tieout schedule\` tells other programs at each wake-up; docs/runbook.md
#   metrics: /var/lib/prometheus/node-exporter/tieout.prom # by default schedule.prom in data_dir
#   ping_url: { env: TIEOUT_PING_URL } # https://ping.example/…/{status}

# network:
#   private_hosts: [] # hosts in private networks to which download links and the webhook may lead: [files.internal.example, 10.0.0.7]

# lake: # Parquet files for other engines, into which each run publishes; docs/lake.md
#   folder: /mnt/lake # a folder, or a mounted bucket; it must exist
#   address: s3://acme-lake # how readers reach it; by default the path of the folder
#   personal_data: masked # or shown: names, e-mail addresses and account numbers as they are

# warehouse:
#   memory_limit: 4GB # for each company; by default 80 % of the machine's memory, divided by the companies at once
#   threads: 2 # by default 1 for small amounts of data, and the number of the machine's cores for large ones
#   masked_snapshot: none # owner or group: also publish a copy with keyed hashes instead of personal data; docs/privacy.md
`;
