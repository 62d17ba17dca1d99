-- A session's token is random; only its keyed hash is stored. Sessions of earlier releases have none: their signed token names them.
alter table sessions add column token_hash text;
-- old code: writes sessions without a hash, and null values do not conflict.
create unique index sessions_by_token on sessions (token_hash);
