-- Searches that members saved, and the memes that were found for them: each meme is announced once per search.
create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  query text not null,
  filters jsonb not null,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3) not null default now(),
  unique (user_id, query, filters)
);
create index saved_searches_due on saved_searches (checked_at);

create table saved_search_memes (
  search_id uuid not null references saved_searches (id) on delete cascade,
  meme_id uuid not null references memes (id) on delete cascade,
  found_at timestamptz(3) not null default now(),
  primary key (search_id, meme_id)
);
create index saved_search_memes_meme on saved_search_memes (meme_id);
create index saved_search_memes_found on saved_search_memes (found_at);

-- old code: lists notifications of any kind; it never writes this one.
alter table notifications drop constraint notifications_kind_check;
-- old code: the check only allows one kind more.
alter table notifications add constraint notifications_kind_check
  check (kind in ('follow', 'like', 'post', 'moderation', 'upload', 'export', 'webhook', 'search')) not valid;
-- As with likes, mails are off until a member asks for them.
alter table users alter column mails_off set default '{like,post,upload,search}';
update users set mails_off = array_append(mails_off, 'search') where not ('search' = any(mails_off));
