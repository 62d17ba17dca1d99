-- A template: what several memes share under their captions. Its id is its own, so that it stays when memes of it go.
create table templates (
  id uuid primary key,
  -- Given by a moderator; without it the name is voted from the names of its memes when it is read.
  name text,
  folded_name text,
  -- Templates that turned out to be one: the link of the later one leads to the earlier one.
  merged_into uuid references templates on delete set null,
  -- Live memes in all, of the last week and of the last day; a job keeps them up to date.
  meme_count integer not null default 0,
  week_count integer not null default 0,
  day_count integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create index templates_by_count on templates (meme_count desc, id desc) where meme_count > 1;
create index templates_by_week on templates (week_count desc, meme_count desc, id desc) where meme_count > 1;
create index templates_by_day on templates (day_count desc, meme_count desc, id desc) where meme_count > 1;
create index templates_by_merge on templates (merged_into) where merged_into is not null;

-- Until now a template had the id of its first meme.
create temporary table renamed_templates as
  select template_id, gen_random_uuid() as new_id from (select distinct template_id from meme_templates) t;
insert into templates (id) select new_id from renamed_templates;
update meme_templates t set template_id = r.new_id from renamed_templates r where r.template_id = t.template_id;
drop table renamed_templates;
alter table meme_templates add constraint meme_templates_template_id_fkey foreign key (template_id) references templates on delete cascade;
update templates t set meme_count = c.memes from (
  select mt.template_id, count(*)::int as memes from meme_templates mt join memes m on m.id = mt.meme_id
  where m.status = 'ready' and m.deleted_at is null group by 1
) c where c.template_id = t.id;
