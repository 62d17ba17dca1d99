-- What a member was shown of late, in its order: from what they passed over the feed learns too.
create index feed_pages_by_user on feed_pages (user_id, created_at desc) where user_id is not null;
