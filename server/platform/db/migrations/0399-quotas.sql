-- Memes of each member and the bytes of their files, except memes that a moderator removed; and limits that an admin set for this
-- member: null for the site's, 0 for none.
alter table users
  add column stored_memes integer not null default 0,
  add column stored_bytes bigint not null default 0,
  add column quota_memes integer,
  add column quota_megabytes integer;

-- Changes of the site's totals. Uploads add rows instead of updating one that all of them would wait for; a job adds the rows up.
create table storage_changes (
  id bigint generated always as identity primary key,
  memes integer not null,
  bytes bigint not null
);

create function bytes_of_files(keys text[]) returns bigint language sql stable as $$
  select coalesce(sum(bytes), 0)::bigint from blobs where key = any(keys)
$$;

create function count_stored_memes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.status <> 'removed' then
      update users set stored_memes = stored_memes - 1,
        stored_bytes = stored_bytes - bytes_of_files(array[old.blob_origin, old.blob_medium, old.blob_small])
      where id = old.user_id;
      insert into storage_changes (memes, bytes) values (-1, 0);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.status <> 'removed' then
      update users set stored_memes = stored_memes + 1,
        stored_bytes = stored_bytes + bytes_of_files(array[new.blob_origin, new.blob_medium, new.blob_small])
      where id = new.user_id;
      insert into storage_changes (memes, bytes) values (1, 0);
    end if;
  end if;
  return null;
end $$;

create trigger memes_stored after insert or delete on memes for each row execute function count_stored_memes();
create trigger memes_stored_again after update of status, user_id, blob_origin, blob_medium, blob_small on memes for each row
  when ((old.status = 'removed') <> (new.status = 'removed') or old.user_id is distinct from new.user_id
    or old.blob_origin <> new.blob_origin or old.blob_medium <> new.blob_medium or old.blob_small <> new.blob_small)
  execute function count_stored_memes();

-- Files that are announced do not count before a row uses them.
create function count_stored_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.pending_until is null then insert into storage_changes (memes, bytes) values (0, -old.bytes); end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.pending_until is null then insert into storage_changes (memes, bytes) values (0, new.bytes); end if;
  end if;
  return null;
end $$;

create trigger blobs_stored after insert or delete on blobs for each row execute function count_stored_files();
create trigger blobs_stored_again after update of pending_until on blobs for each row
  when ((old.pending_until is null) <> (new.pending_until is null)) execute function count_stored_files();

-- No memes or files can change until the end: creating the triggers has locked both tables.
update users u set stored_memes = c.memes, stored_bytes = c.bytes
from (
  select user_id, count(*)::int as memes, sum(bytes_of_files(array[blob_origin, blob_medium, blob_small]))::bigint as bytes
  from memes where status <> 'removed' group by user_id
) c where c.user_id = u.id;
insert into storage_changes (memes, bytes)
select (select count(*) from memes where status <> 'removed'),
  (select coalesce(sum(bytes), 0) from blobs where pending_until is null);
