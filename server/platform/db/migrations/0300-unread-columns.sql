-- Columns that were written and never read: the count of an upload's files is the number of its rows.
alter table uploads drop column total_files;
alter table settings drop column updated_at;
