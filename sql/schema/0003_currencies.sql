-- Filled from src/domain/currencies.ts whenever a warehouse is opened by a version with another list.
-- grain: one currency
-- key: currency
-- exponent: of ISO 4217; symbols: as files write them before or after amounts, the code among them
create table staging.currency (
  currency text not null,
  exponent integer not null,
  symbols text[] not null
);
