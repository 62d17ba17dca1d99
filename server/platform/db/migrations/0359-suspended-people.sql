-- Few are suspended at any time: a list of people leaves them out by one look, instead of one for each of its entries.
create index users_suspended_ids on users (id) where suspended_at is not null;
