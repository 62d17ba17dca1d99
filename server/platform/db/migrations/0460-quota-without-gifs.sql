-- GIFs of the GIF provider do not count for the site's quota: visitors cause them, so they could fill it. They have a limit of their own.
alter table blobs add column is_gif_rendition boolean not null default false;

-- The files that the limit counts, the oldest first.
create index blobs_of_gif_renditions on blobs (created_at, key) include (bytes) where is_gif_rendition and hidden_at is null;

create or replace function count_stored_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.pending_until is null and not old.is_gif_rendition then
      insert into storage_changes (memes, bytes) values (0, -old.bytes);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.pending_until is null and not new.is_gif_rendition then
      insert into storage_changes (memes, bytes) values (0, new.bytes);
    end if;
  end if;
  return null;
end $$;

-- old code: it is replaced in this transaction, by one that counts the same files except GIFs.
drop trigger blobs_stored_again on blobs;
create trigger blobs_stored_again after update of pending_until, is_gif_rendition on blobs for each row
  when ((old.pending_until is null and not old.is_gif_rendition) <> (new.pending_until is null and not new.is_gif_rendition))
  execute function count_stored_files();

-- Old nodes add GIFs too.
create function mark_gif_rendition() returns trigger language plpgsql as $$
begin
  update blobs set is_gif_rendition = true where key = new.key and not is_gif_rendition;
  return null;
end $$;
create trigger gif_rendition_added after insert on gif_renditions for each row execute function mark_gif_rendition();

update blobs set is_gif_rendition = true where key in (select key from gif_renditions);
