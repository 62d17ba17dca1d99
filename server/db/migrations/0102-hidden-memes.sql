-- The few memes that a search must leave out (domains/search/live-queries.ts).
create index memes_hidden on memes (id) where status <> 'ready' or deleted_at is not null;
