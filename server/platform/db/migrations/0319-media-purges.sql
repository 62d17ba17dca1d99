-- Pictures that nobody may see any more, until the caches in front of the site have let go of them. Only filled while the key
-- media.purge is among the settings.
create table media_purges (
  key text primary key,
  noted_at timestamptz(3) not null default now()
);

create function note_media_purge() returns trigger language plpgsql as $$
begin
  insert into media_purges (key)
    select old.key where exists (select from settings where key = 'media.purge')
    on conflict (key) do update set noted_at = excluded.noted_at;
  return null;
end $$;

create trigger blobs_out_of_sight after update of blocked_at, hidden_at on blobs for each row
  when (old.blocked_at is null and old.hidden_at is null and (new.blocked_at is not null or new.hidden_at is not null))
  execute function note_media_purge();
create trigger blobs_gone after delete on blobs for each row
  when (old.blocked_at is null and old.hidden_at is null)
  execute function note_media_purge();
