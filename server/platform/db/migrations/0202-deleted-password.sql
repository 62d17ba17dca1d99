-- For 90 days, so that only who knows the password of a deleted account is told that it was deleted.
alter table deleted_accounts add column password_hash text;
