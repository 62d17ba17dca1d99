-- Memes whose picture was measured since they were last compared with others: the jobs that compare them read these instead of all memes.
create table uncompared_memes (
  meme_id uuid primary key references meme_vectors on delete cascade,
  -- Of the descriptor to be compared.
  visual_version integer not null
);

create function note_measured() returns trigger language plpgsql as $$
begin
  if new.visual is null then
    delete from uncompared_memes where meme_id = new.meme_id;
  elsif new.visual_version is distinct from (select visual_version from meme_templates where meme_id = new.meme_id) then
    -- Also where the row is there: a comparison of the last version that ends meanwhile then leaves it.
    insert into uncompared_memes (meme_id, visual_version) values (new.meme_id, new.visual_version)
    on conflict (meme_id) do update set visual_version = excluded.visual_version;
  end if;
  return null;
end $$;
create trigger meme_vectors_measured after insert or update of visual, visual_version on meme_vectors
  for each row execute function note_measured();

create function note_compared() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into uncompared_memes (meme_id, visual_version)
    select meme_id, visual_version from meme_vectors where meme_id = old.meme_id and visual is not null
    on conflict (meme_id) do nothing;
  else
    delete from uncompared_memes where meme_id = new.meme_id and visual_version = new.visual_version;
  end if;
  return null;
end $$;
create trigger meme_templates_compared after insert or delete or update of visual_version on meme_templates
  for each row execute function note_compared();

insert into uncompared_memes (meme_id, visual_version)
select v.meme_id, v.visual_version from meme_vectors v
where v.visual is not null
  and v.visual_version is distinct from (select t.visual_version from meme_templates t where t.meme_id = v.meme_id);
