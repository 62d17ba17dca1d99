-- The log of what operators did is never rewritten. One change alone is let through: that a target which has been deleted
-- for good is no longer named.
create function guard_moderation_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.target_id = '00000000-0000-0000-0000-000000000000'
    and (new.id, new.at, new.action, new.target_kind, new.reason) = (old.id, old.at, old.action, old.target_kind, old.reason)
  then
    return new;
  end if;
  raise exception 'moderation_log is append only';
end $$;
create trigger moderation_log_append_only before update or delete on moderation_log
  for each row execute function guard_moderation_log();
create trigger moderation_log_not_emptied before truncate on moderation_log
  for each statement execute function guard_moderation_log();
create index moderation_log_by_target on moderation_log (target_id);
