-- grain: one public key with which callback signatures are checked
-- key: company, key_id
create table core.callback_key (
  company text not null,
  key_id text not null,
  pem text not null,
  file_id integer not null
);
