-- A page of one visit, fixed when it is first requested: the same cursor gives the same page on every node. `groups` holds
-- creator and template of each meme for the pages after it.
create table feed_pages (
  id uuid primary key,
  visit_id uuid not null,
  page integer not null,
  user_id uuid references users on delete cascade,
  meme_ids uuid[] not null,
  reasons text[] not null,
  groups text[] not null default '{}',
  has_more boolean not null default true,
  created_at timestamptz(3) not null default now(),
  unique (visit_id, page)
);
create index feed_pages_by_age on feed_pages (created_at);
-- What a member was shown lately, in its order: the feed learns from what they passed over.
create index feed_pages_by_user on feed_pages (user_id, created_at desc) where user_id is not null;

create table feed_seen (
  user_id uuid not null references users on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, meme_id)
);
create index feed_seen_by_age on feed_seen (seen_at);
create index feed_seen_by_meme on feed_seen (meme_id);

-- Item-to-item neighbours by shared taste, recomputed by a job.
create table meme_neighbours (
  meme_id uuid not null references memes on delete cascade,
  neighbour_id uuid not null references memes on delete cascade,
  weight real not null,
  primary key (meme_id, neighbour_id)
);
create index meme_neighbours_by_neighbour on meme_neighbours (neighbour_id);

-- Memes that look alike, found once when a meme's descriptor is there: a feed page then needs no vector index.
create table meme_alike (
  meme_id uuid not null references memes on delete cascade,
  other_id uuid not null references memes on delete cascade,
  likeness real not null,
  primary key (meme_id, other_id)
);
create index meme_alike_by_other on meme_alike (other_id);

-- Memes made from one picture with different captions share the id of the first of them.
create table meme_templates (
  meme_id uuid primary key references memes on delete cascade,
  template_id uuid not null,
  visual_version integer not null
);
create index meme_templates_by_template on meme_templates (template_id);

-- The best memes of a tag, selected by a job, so that a page finds good ones without reading all memes of the tag.
create table tag_shelves (
  tag text not null,
  place smallint not null,
  meme_id uuid not null references memes on delete cascade,
  primary key (tag, place)
);
create index tag_shelves_by_meme on tag_shelves (meme_id);

-- What a creator's memes are mostly about, and in which share of those with tags.
create table usual_tags (
  user_id uuid primary key references users on delete cascade,
  tags text[] not null,
  shares real[] not null
);
