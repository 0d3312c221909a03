/** What `tieout init` writes: a whole configuration, every key explained, those with a default commented out. */
export const exampleConfig = `# What tieout reconciles, for whom, and where the keys are.
# Secrets never stand in this file: name the environment variable or the file that holds them.
# A key that is commented out shows its default. \`tieout doctor\` checks this file and tries every key.

# Where everything is kept; relative to this file.
# data_dir: tieout-data

companies:
  - name: acme # names folders and reports: small letters, digits, - and _
    zone: Asia/Kuala_Lumpur # the IANA time zone whose midnight ends the business day
    currencies: [MYR] # ISO 4217; each gets a statement, a turnover and a verdict a day

    # The payment gateway. Leave the block out when this company does not collect.
    gateway:
      base_url: https://gateway.example/api/v1
      secret_key: { env: TIEOUT_GATEWAY_SECRET_KEY }
      # How often a run may ask about parts of a day, to find where statement and turnover differ; 0 for never.
      # narrowing_requests: 120
      # settlement_days: { usual: 2, most: 5 } # business days, until enough settlements were seen to learn it

    # The payout service. Leave the block out when this company does not pay out.
    payout:
      base_url: https://payout.example/api
      api_key: { env: TIEOUT_PAYOUT_API_KEY }
      api_secret: { env: TIEOUT_PAYOUT_API_SECRET } # or { file: secrets/payout-api-secret }, mode 0600
      # When a pending send limit is overdue: next_noon (the first noon in Malaysia after the request),
      # noon_of_next_day (noon of the day after it), or later_of_both.
      # approval_deadline: later_of_both

    # books: # the merchant's own files; every day then needs them
    #   orders:
    #     file: orders.csv # taken in by every run when it has changed; or bring it with \`tieout import orders\`
    #     aliases: # other headers under which a column stands
    #       amount: [Order value]
    #   bank:
    #     file: bank.csv
    #     aliases: {}
    #     deposits_are: disbursements # or settlements: one deposit for all that was settled on a day
    #     deposit_text: GATEWAY # only lines whose description holds this are the gateway's deposits
    #   callbacks:
    #     file: callbacks.jsonl # a line each: {"received_at": "…", "signature": "…", "body": "…"}, the body as it arrived
    #     aliases: {}
    #     public_keys: [] # files with your webhooks' public keys; without any, the gateway is asked for the company's own

    # The fees agreed with the gateway, by method; without any, fees are not checked. One rule is
    # { method: fpx, currency: MYR, flat: "1.00", percent: "0", minimum: "0" }; without currency it is for all.
    # fees: []

    # statement:
    #   format: csv # or xlsx
    #   lookback_days: 7 # days before the period that a statement covers too, so that late changes are seen
    #   deadline_seconds: 1800 # how long to wait for a statement to be ready
    #   aliases: # other headers under which a column stands in your statements
    #     reference: [Order number]

    # schedule: # for \`tieout schedule\`, in the company's zone
    #   at: "06:30" # when yesterday is run
    #   deadline: "10:00" # a day that is not reconciled by then sends a notice
    #   retry_minutes: 30 # when a run that failed or was incomplete is tried again
    #   catch_up_days: 31 # how many missed days are caught up after the machine was off

# report:
#   language: en # or ms
#   csv_delimiter: "," # or ";" or "\\t"
#   decimal_mark: "." # or ","
#   csv_byte_order_mark: true # false leaves out the mark by which spreadsheets know UTF-8
#   show_personal_data: false # names and addresses in full instead of masked

# decision: # how people decide breaks
#   reasons: [arrives_later, agreed_fee, rounding, bank_error, gateway_error, own_error, customer_agreement, not_worth_pursuing, other]
#   second_person_for: [] # decisions that hold only when a second person approves them, such as write_off
#   second_person_over: {} # by currency, above which difference any decision needs a second person: { MYR: "1000.00" }

# matching: # passes of your own, made after those of a reconciliation; docs/matching.md
#   folder: passes # holds them, each a file match_NAME.sql
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
#   overdue_over: 0 # more overdue items than this send a notice

# warehouse:
#   memory_limit: 4GB # without it, 80 % of the machine's
#   threads: 2 # without it, the machine's cores
`;
