-- The picture of a template without captions. It is composed of memes that every visitor may see, and goes when one of them does.
create table template_pictures (
  template_id uuid primary key references templates on delete cascade,
  key text not null unique references blobs (key) on delete cascade,
  is_complete boolean not null,
  meme_ids uuid[] not null
);

-- Templates whose picture must be composed again; a template may be there several times.
create table stale_template_pictures (
  id bigint generated always as identity primary key,
  template_id uuid not null
);
insert into stale_template_pictures (template_id) select id from templates where meme_count > 1;

create function hide_template_picture() returns trigger language plpgsql as $$
begin
  update blobs set hidden_at = now() where key = old.key and hidden_at is null;
  return null;
end $$;
create trigger template_picture_gone after delete on template_pictures for each row execute function hide_template_picture();

create function note_template_memes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from template_pictures where template_id = old.template_id and old.meme_id = any(meme_ids);
    insert into stale_template_pictures (template_id) values (old.template_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into stale_template_pictures (template_id) values (new.template_id);
  end if;
  return null;
end $$;
create trigger meme_templates_added after insert or delete on meme_templates for each row execute function note_template_memes();
create trigger meme_templates_moved after update of template_id on meme_templates for each row
  when (old.template_id <> new.template_id) execute function note_template_memes();

create function note_template_of_meme() returns trigger language plpgsql as $$
declare
  is_shown boolean := new.status = 'ready' and new.deleted_at is null and new.sensitive_by is null;
begin
  if not is_shown then
    delete from template_pictures p using meme_templates g
      where g.meme_id = new.id and p.template_id = g.template_id and new.id = any(p.meme_ids);
  end if;
  insert into stale_template_pictures (template_id) select template_id from meme_templates where meme_id = new.id;
  return null;
end $$;
create trigger template_memes_shown after update of status, deleted_at, sensitive_by on memes for each row
  when ((old.status = 'ready' and old.deleted_at is null and old.sensitive_by is null)
    <> (new.status = 'ready' and new.deleted_at is null and new.sensitive_by is null))
  execute function note_template_of_meme();

create function note_template_of_words() returns trigger language plpgsql as $$
begin
  insert into stale_template_pictures (template_id) select template_id from meme_templates where meme_id = new.meme_id;
  return null;
end $$;
create trigger template_words_read after update of picture_words on meme_texts for each row
  when (old.picture_words is distinct from new.picture_words) execute function note_template_of_words();
