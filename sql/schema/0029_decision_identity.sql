-- system_user, host: the user of the operating system and the machine that recorded the decision
-- needs_verified: whether the second approval counts only where both persons signed
-- signed_text: what the author signs, with its sha256; answers_sha256: that of the decision which an approval or an undo answers
-- signature: as it was given; signed_with: the fingerprint of its key, of a signature that fits signed_text
-- All are null for a decision that an older version loaded.
alter table recon.decision add column system_user text;
alter table recon.decision add column host text;
alter table recon.decision add column needs_verified boolean default false;
alter table recon.decision add column answers_sha256 text;
alter table recon.decision add column signed_text text;
alter table recon.decision add column signed_sha256 text;
alter table recon.decision add column signature text;
alter table recon.decision add column signed_with text;

-- grain: one public key of one person, from the configuration
-- key: fingerprint
-- person: the name of an author, in lower case. valid_before: the end of the last day on which a signature by the key counts
create table core.signing_key (
  person text not null,
  fingerprint text not null,
  valid_before timestamptz
);
