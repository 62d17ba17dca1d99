-- Open streams end with the access that they were opened by, on every node. The payload is the id of a session, an access token or
-- a suspended member; a deleted member's sessions and tokens go with them.
create function tell_of_ended_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('ended_access', old.id::text);
  return null;
end $$;

create trigger sessions_revoked_notice after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function tell_of_ended_access();
create trigger sessions_gone_notice after delete on sessions for each row
  when (old.revoked_at is null)
  execute function tell_of_ended_access();
create trigger access_tokens_gone_notice after delete on access_tokens for each row
  execute function tell_of_ended_access();
create trigger users_suspended_notice after update of suspended_at on users for each row
  when (old.suspended_at is null and new.suspended_at is not null)
  execute function tell_of_ended_access();
