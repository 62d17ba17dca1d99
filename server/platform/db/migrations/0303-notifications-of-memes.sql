-- New memes of followed people, for members who ask for it: who has many followers must not write to all of them unasked.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('follow', 'like', 'post', 'moderation', 'upload', 'export'));
alter table users alter column notifications_off set default '{post}';
update users set notifications_off = array_append(notifications_off, 'post') where not ('post' = any(notifications_off));
create index users_notified_of_posts on users (id) where not ('post' = any(notifications_off));
