-- grain: one control of one currency and day that a run left out of balance and undecided, or without figures although its inputs came
-- key: run_id, currency, business_date, control
-- asked: how often the answers on which the control rests were asked for, and when they are asked for next; null after the first time
create table recon.doubted_day (
  run_id integer not null,
  company text not null,
  currency text not null,
  business_date date not null,
  control text not null,
  asked text
);
