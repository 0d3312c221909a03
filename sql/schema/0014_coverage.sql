-- Which days a file is about, as the file itself states it, or as a person does; and when an input is due.

-- grain: one row of a file above its lines, or a first JSON line that is no record
-- key: file_id, line_no
create table raw.preamble (
  file_id integer not null,
  line_no bigint not null,
  written text not null
);

-- grain: one file that states its period above its lines
-- key: file_id
-- first_day, last_day: null where the file states only the other one
create table raw.stated_span (
  file_id integer not null,
  line_no bigint not null,
  first_day date,
  last_day date
);

-- grain: one statement of a person that the content of a file is whole for some days
-- key: file_id
-- Append-only: of several about the same content the last one holds. sha256: of the content
create table core.declared_span (
  file_id integer not null,
  company text not null,
  kind text not null,
  sha256 text not null,
  first_day date not null,
  last_day date not null,
  author text not null,
  declared_at timestamptz not null
);

-- cadence: how often the input arrives (daily, weekly, monthly); due: the ISO weekday, or the day of the next month, by which
-- it does; covers: through_previous_day where the configuration declares that each file is whole, else null
alter table core.company_input add column cadence text;
alter table core.company_input add column due integer;
alter table core.company_input add column covers text;
