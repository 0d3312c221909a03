-- configuration_sha256: the recorded configuration that the run was made with; null in runs of versions that recorded none
alter table recon.run add column configuration_sha256 text;
-- rules_sha256: the files of SQL by which the results of the run in this warehouse were computed
alter table recon.run add column rules_sha256 text;
