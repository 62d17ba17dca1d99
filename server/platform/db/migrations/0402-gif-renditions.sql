-- GIFs that were made of memes for other software. Their files belong to one meme each, and go with it.
create table gif_renditions (
  meme_id uuid not null references memes (id) on delete cascade,
  kind text not null,
  key text not null unique references blobs (key) on delete cascade,
  primary key (meme_id, kind)
);

-- Caches have them under an address of their own, as renditionPath writes it.
create function hide_gif_rendition() returns trigger language plpgsql as $$
begin
  update blobs set hidden_at = now() where key = old.key and hidden_at is null;
  insert into media_purges (key)
    select '/gif/media/' || old.meme_id || '/' || old.kind || '.gif'
    where exists (select from settings where key = 'media.purge')
    on conflict (key) do update set noted_at = excluded.noted_at;
  return null;
end $$;

create trigger gif_rendition_gone after delete on gif_renditions for each row execute function hide_gif_rendition();

create function delete_gif_renditions() returns trigger language plpgsql as $$
begin
  delete from gif_renditions where meme_id = old.id;
  return null;
end $$;

create trigger gif_renditions_out_of_sight after update of status, deleted_at, sensitive_by on memes for each row
  when (old.status = 'ready' and old.deleted_at is null and old.sensitive_by is null
    and (new.status <> 'ready' or new.deleted_at is not null or new.sensitive_by is not null))
  execute function delete_gif_renditions();
