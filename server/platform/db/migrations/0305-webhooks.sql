-- Addresses that hear of new and removed memes. Secrets begin with whsec_; the previous one signs as well until its time is over.
create table webhooks (
  id uuid primary key,
  url text not null,
  events text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_because text check (disabled_because in ('admin', 'gone', 'failing'))
);

-- What is to be sent to them, was sent, or could not be: no content but the id of a meme, which is forgotten once the meme's row
-- is gone and the delivery is over.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  meme_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  response_status integer,
  problem text,
  created_at timestamptz(3) not null default clock_timestamp(),
  attempted_at timestamptz(3),
  next_at timestamptz(3) not null default now()
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_by_meme on webhook_deliveries (meme_id) where meme_id is not null;

-- Notes a change of what everybody can see, in the transaction that makes it, whoever does.
create function note_webhook_event() returns trigger language plpgsql as $$
declare
  about uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  what text := tg_argv[0];
begin
  if tg_op = 'UPDATE' and what = 'meme.restored' and old.status = 'review' then
    what := 'meme.created';
  end if;
  insert into webhook_deliveries (webhook_id, event, meme_id)
    select id, what, about from webhooks where disabled_at is null and what = any(events);
  if found then
    perform pg_notify('webhooks', '');
  end if;
  return null;
end $$;

create trigger memes_seen after insert on memes for each row
  when (new.status = 'ready' and new.deleted_at is null)
  execute function note_webhook_event('meme.created');
create trigger memes_seen_again after update of status, deleted_at on memes for each row
  when (new.status = 'ready' and new.deleted_at is null and not (old.status = 'ready' and old.deleted_at is null))
  execute function note_webhook_event('meme.restored');
create trigger memes_unseen after update of status, deleted_at on memes for each row
  when (old.status = 'ready' and old.deleted_at is null and not (new.status = 'ready' and new.deleted_at is null))
  execute function note_webhook_event('meme.removed');
create trigger memes_gone after delete on memes for each row
  when (old.status = 'ready' and old.deleted_at is null)
  execute function note_webhook_event('meme.removed');

create function forget_webhook_memes() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set meme_id = null where meme_id = old.id and state <> 'waiting';
  return null;
end $$;
create trigger memes_gone_forgotten after delete on memes for each row execute function forget_webhook_memes();
