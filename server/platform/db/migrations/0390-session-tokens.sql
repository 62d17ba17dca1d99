-- A session's token is random; only its keyed hash is stored. Sessions of earlier releases have none: their signed token names them.
alter table sessions add column token_hash text;
create unique index sessions_by_token on sessions (token_hash);
