-- When a meme's neighbours by taste were last computed, and from how many likes and copies: a run computes those anew that gained enough since.
create table related_memes (
  meme_id uuid primary key references memes on delete cascade,
  related_at timestamptz(3) not null default now(),
  approvals integer not null
);

-- The latest approvals of a person, read without the ledger's rows: what neighbours by taste are computed from.
create index actions_approvals_by_viewer on actions (viewer_key, at desc) include (meme_id)
  where delta > 0 and action in ('like', 'copy', 'add-to-album');

-- Lists as long as they may be are made anew at most once an hour: that reads all memes of the tag.
alter table top_memes_by_tag add column ranked_at timestamptz(3) not null default now();
