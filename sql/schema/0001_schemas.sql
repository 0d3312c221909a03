-- The five stations of the warehouse. Text as received, typed rows, facts, results, and what people read.
create schema if not exists raw;
create schema if not exists staging;
create schema if not exists core;
create schema if not exists recon;
create schema if not exists mart;

-- Money is exact: major units with four decimals, enough for every ISO 4217 exponent in use.
create type money as decimal(18, 4);
create type money_sum as decimal(38, 4);
