-- What each action added to the weight of its hour, so that a member's deletion takes back exactly that. Rows from before
-- this have 0: what they weighed leaves the lists with their period.
alter table actions add column weight double precision not null default 0, add column young_weight double precision not null default 0;
