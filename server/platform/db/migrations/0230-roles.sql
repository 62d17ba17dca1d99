alter table users add column role text not null default 'member' check (role in ('member', 'moderator', 'admin'));
-- The few who are more than members.
create index users_by_role on users (role) where role <> 'member';

-- Who did it: a moderator, or the operator on the command line (null). The nil id stands for a deleted account.
alter table moderation_log add column actor_id uuid;
create index moderation_log_by_actor on moderation_log (actor_id, id) where actor_id is not null;
alter table moderation_log drop constraint moderation_log_target_kind_check;
alter table moderation_log add constraint moderation_log_target_kind_check
  check (target_kind in ('meme', 'user', 'report', 'appeal', 'settings', 'network', 'invite'));

-- One change is allowed: that a target or an actor who was deleted for good is no longer named.
create or replace function guard_moderation_log() returns trigger language plpgsql as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'UPDATE'
    and (new.target_id = old.target_id or new.target_id = nobody)
    and (new.actor_id is not distinct from old.actor_id or (old.actor_id is not null and new.actor_id = nobody))
    and (new.id, new.at, new.action, new.target_kind, new.reason) = (old.id, old.at, old.action, old.target_kind, old.reason)
  then
    return new;
  end if;
  raise exception 'moderation_log is append only';
end $$;
