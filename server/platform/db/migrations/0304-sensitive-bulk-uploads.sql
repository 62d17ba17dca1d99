-- Uploaders mark files of a bulk upload as sensitive too.
alter table upload_files add column sensitive boolean not null default false;
