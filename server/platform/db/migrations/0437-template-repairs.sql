-- Strokes with which moderators repaired the picture of a template, in their order. They are drawn again whenever the picture is composed.
create table template_repairs (
  id bigint generated always as identity primary key,
  template_id uuid not null references templates on delete cascade,
  -- The meme with the pixels; without one, the surroundings fill the stroke.
  meme_id uuid references memes on delete cascade,
  -- In fractions of a picture with this ratio of width to height.
  stroke jsonb not null,
  ratio real not null
);
create index template_repairs_by_template on template_repairs (template_id, id);
create index template_repairs_by_meme on template_repairs (meme_id) where meme_id is not null;
