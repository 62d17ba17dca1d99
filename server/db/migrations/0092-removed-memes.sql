-- The sweep looks at these for files that nothing else shows any more.
create index memes_removed on memes (id) where status = 'removed';
