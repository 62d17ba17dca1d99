-- Every node keeps in memory which pictures are public; it hears here that some no longer are. Equal notifications of one
-- transaction are one.
create function tell_of_hidden_files() returns trigger language plpgsql as $$
begin
  perform pg_notify('hidden_files', '');
  return null;
end $$;

create trigger blobs_hidden_notice after update of blocked_at, hidden_at on blobs for each row
  when (old.blocked_at is null and old.hidden_at is null and (new.blocked_at is not null or new.hidden_at is not null))
  execute function tell_of_hidden_files();
create trigger blobs_gone_notice after delete on blobs for each row
  when (old.blocked_at is null and old.hidden_at is null)
  execute function tell_of_hidden_files();
