-- Tries that ended because the bucket or the database was down: they do not count against the file.
alter table upload_files add column waits int not null default 0;
