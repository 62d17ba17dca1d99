-- The picture that previews show is made of a meme's own under an address of its own, which caches keep as well. Such keys are
-- paths of the site, as sharePicturePath writes them; all others are names of stored files.
create function note_share_purge() returns trigger language plpgsql as $$
begin
  insert into media_purges (key)
    select '/meme/' || old.id || '/share.jpg?v=' || left(old.blob_origin, 8)
    where exists (select from settings where key = 'media.purge')
    on conflict (key) do update set noted_at = excluded.noted_at;
  return null;
end $$;

create trigger share_out_of_sight after update of status, deleted_at, sensitive_by on memes for each row
  when (old.status = 'ready' and old.deleted_at is null and old.sensitive_by is null
    and (new.status <> 'ready' or new.deleted_at is not null or new.sensitive_by is not null))
  execute function note_share_purge();
create trigger share_gone after delete on memes for each row
  when (old.status = 'ready' and old.deleted_at is null and old.sensitive_by is null)
  execute function note_share_purge();
