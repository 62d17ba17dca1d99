-- Browsers that want notifications by Web Push, one for a session.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  failures integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);

-- When a notification was last pushed and mailed; null for never.
alter table notifications add column pushed_at timestamptz(3), add column mailed_at timestamptz(3);

-- Kinds that a member does not want by push, and not by mail; mails about followers are users.email_notifications.
alter table users add column pushes_off text[] not null default '{}';
alter table users add column mails_off text[] not null default '{like,post,upload}';
