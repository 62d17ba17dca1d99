-- Other names of tags. Memes carry the main tag alone; their texts keep the hashtags as written, so that a split restores them.
-- old code: a meme that it writes with an alias keeps that tag until it is edited or the alias is joined again.
create table tag_aliases (
  alias text primary key,
  tag text not null,
  folded text not null,
  created_at timestamptz(3) not null default now(),
  check (alias <> tag)
);
create index tag_aliases_by_tag on tag_aliases (tag);
