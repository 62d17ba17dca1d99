-- 'review': what a new member uploaded waits for a moderator; only both of them see it.
alter table memes drop constraint memes_status_check;
alter table memes add constraint memes_status_check
  check (status in ('ready', 'hidden', 'removed', 'review'));
create index memes_in_review on memes (created_at, id) where status = 'review' and deleted_at is null;

-- When a suspension ends by itself.
alter table users add column suspended_until timestamptz(3);
create index users_by_suspended_until on users (suspended_until) where suspended_until is not null;

-- The entry of the log that closed a report, so that taking the decision back opens it again.
alter table reports add column decision_id uuid;
create index reports_by_decision on reports (decision_id) where decision_id is not null;
create index reports_open_by_meme on reports (meme_id, created_at) where status = 'open';

-- Pictures that may not be uploaded again, compared as near-duplicates are; each stands here as it is and mirrored. The meme
-- may be gone for good by now.
create table blocked_pictures (
  id uuid primary key,
  meme_id uuid not null,
  visual vector(256) not null,
  blocks bytea not null,
  animated boolean not null,
  created_at timestamptz(3) not null default now()
);
create index blocked_pictures_by_meme on blocked_pictures (meme_id);

-- What a member writes against a removal or, without a meme, a suspension; once for each.
create table appeals (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  meme_id uuid references memes on delete cascade,
  -- When the meme was removed or the member suspended.
  about_at timestamptz(3) not null,
  note text not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'rejected')),
  answer text,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  unique nulls not distinct (user_id, meme_id, about_at)
);
create index appeals_open on appeals (created_at, id) where status = 'open';
create index appeals_by_meme on appeals (meme_id) where meme_id is not null;

create table invites (
  id uuid primary key,
  code text not null unique,
  -- Null once that account is deleted.
  created_by uuid references users on delete set null,
  uses_max integer not null check (uses_max > 0),
  uses integer not null default 0 check (uses between 0 and uses_max),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index invites_by_creator on invites (created_by) where created_by is not null;
alter table users add column invite_id uuid references invites on delete set null;
create index users_by_invite on users (invite_id) where invite_id is not null;
alter table registrations add column invite_id uuid references invites on delete cascade;
create index registrations_by_invite on registrations (invite_id) where invite_id is not null;

-- Nobody registers from these networks.
create table banned_networks (
  id uuid primary key,
  network cidr not null unique,
  reason text not null,
  created_at timestamptz(3) not null default now()
);

-- What a meme's status was before a decision, so that taking it back restores that.
alter table moderation_log add column status_before text;
create index moderation_log_newest on moderation_log (at, id);
alter table moderation_log drop constraint moderation_log_target_kind_check;
alter table moderation_log add constraint moderation_log_target_kind_check
  check (target_kind in ('meme', 'user', 'report', 'appeal', 'settings', 'network', 'invite', 'decision'));

create or replace function guard_moderation_log() returns trigger language plpgsql as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'UPDATE'
    and (new.target_id = old.target_id or new.target_id = nobody)
    and (new.actor_id is not distinct from old.actor_id or (old.actor_id is not null and new.actor_id = nobody))
    and (new.id, new.at, new.action, new.target_kind, new.reason) = (old.id, old.at, old.action, old.target_kind, old.reason)
    and new.status_before is not distinct from old.status_before
  then
    return new;
  end if;
  raise exception 'moderation_log is append only';
end $$;
