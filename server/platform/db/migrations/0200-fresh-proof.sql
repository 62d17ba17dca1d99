-- When the member of this session last proved who they are: by signing in, or with the password or a mailed code.
alter table sessions add column confirmed_at timestamptz(3);
update sessions set confirmed_at = created_at;
alter table sessions alter column confirmed_at set default now();
alter table sessions alter column confirmed_at set not null;
