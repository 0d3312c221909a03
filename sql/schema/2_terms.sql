-- The configuration of a company as the rules read it, its calendar, and what people declare.
create schema if not exists core;

-- grain: one row: the company of this database
-- key: company
create table core.company (
  company text not null,
  zone text not null,
  currencies text[] not null
);

-- grain: one kind of receipt that a connector of a company brings
-- key: connector, kind
-- input: the name of the kind in the rules, whatever its connector calls it (statement, turnover, payouts …)
-- is_configured: whether the company uses the connector now; receipts of a connector that it used before remain valid
-- coverage: when a receipt covers a business day (window, day, list, file); null for a kind that no day requires
-- scope: every currency of the company (currency), or those of its payout accounts (account_currency)
-- reason: what is missing, as a sentence
-- set_up_title: what a user sets up to have the input
-- cadence: how often the input arrives (daily, weekly, monthly); due: the latest ISO weekday, or day of the next month, for its
-- arrival; covers: through_previous_day where the configuration declares that each file is whole, else null
create table core.company_input (
  connector text not null,
  kind text not null,
  input text not null,
  is_configured boolean not null,
  coverage text,
  scope text,
  reason text,
  set_up_title text,
  cadence text,
  due integer,
  covers text
);

-- grain: one term of a company's configuration that the rules read
-- key: name
create table core.company_setting (
  connector text not null,
  name text not null,
  value text not null,
  from_day date
);

-- grain: one rule of the fees that a company agreed with the gateway
-- key: method, currency
-- currency: null where the rule is for any currency
-- from_day: the first business day of payment for which a fee or a term counts, until the next one; null where it has always
-- applied
create table core.fee_rule (
  method text not null,
  currency text,
  flat decimal(18, 4) not null,
  percent decimal(9, 4) not null,
  minimum decimal(18, 4) not null,
  from_day date
);

-- grain: one waiver of the configuration: a control that need not be made
-- key: waiver_no
-- currency, subject, until_day: null where the waiver does not limit them
create table core.waiver (
  waiver_no integer not null,
  control text not null,
  currency text,
  subject text,
  from_day date not null,
  until_day date,
  why text not null,
  author text not null
);

-- grain: one statement of a person that the content of a file is whole for some days
-- key: receipt_id
-- Append-only: the last of several declarations about the same content counts. sha256: of the content
create table core.declared_span (
  receipt_id integer not null,
  kind text not null,
  sha256 text not null,
  first_day date not null,
  last_day date not null,
  author text not null,
  declared_at timestamptz not null
);

-- grain: one row: the calendar of the company
-- key: fingerprint
-- description: country, state and weekend, for people; weekend: ISO numbers of its days, Monday is 1
-- working_days: holidays and days of the weekend on which the company's banks work
-- fingerprint: of the data from which core.holiday and core.calendar_day were written
create table core.company_calendar (
  description text not null,
  weekend integer[] not null,
  working_days date[] not null,
  fingerprint text not null
);

-- grain: one holiday
-- key: day, name
-- is_own: whether the configuration names the day itself
create table core.holiday (
  day date not null,
  name text not null,
  is_own boolean not null
);

-- grain: one day of a calendar
-- key: day
-- business_number: the number of business days up to this day; open_number: of days that are not holidays
-- holiday: the name of the holiday, where the day would otherwise be a business day
create table core.calendar_day (
  day date not null,
  is_business_day boolean not null,
  business_number integer not null,
  open_number integer not null,
  holiday text
);

-- grain: one public key of one person, from the configuration
-- key: fingerprint
-- person: the name of an author, in lower case. valid_before: the end of the last day on which a signature by the key counts
create table core.signing_key (
  person text not null,
  fingerprint text not null,
  valid_before timestamptz
);
