-- What an action weighs in trending: its points, less for further votes from one address and for young accounts
-- (domains/actions/rules.ts). The weight of accounts made today is summed apart, since it has a ceiling. Both are kept with
-- the state they belong to, so that taking the state back takes the same weight back.
alter table meme_hours add column weight double precision not null default 0, add column young_weight double precision not null default 0;
alter table user_hours add column weight double precision not null default 0, add column young_weight double precision not null default 0;
alter table reactions add column weight double precision not null default 0, add column young_weight double precision not null default 0;
alter table album_items add column weight double precision not null default 0, add column young_weight double precision not null default 0;

-- How often an address of the day has acted on a meme.
create index actions_by_address on actions (address_key, meme_id) where address_key is not null;
-- What a viewer did last, visitors included.
create index actions_by_viewer_time on actions (viewer_key, at desc);

update meme_hours set weight = 0.1 * views + 2 * likes + 4 * copies + 2 * albums;
update user_hours set weight = 0.1 * views + 2 * likes + 4 * copies;
