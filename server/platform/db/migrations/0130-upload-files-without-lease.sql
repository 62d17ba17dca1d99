-- A file in work is given back by the lease of its job; its own row needs none.
alter table upload_files drop column lease_until;
