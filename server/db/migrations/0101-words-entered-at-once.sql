-- GIN gathers new rows in a list of up to 4 MB, which every search reads from end to end until a vacuum empties it; the embedded
-- engine never vacuums by itself. Words and tags are entered where they belong at once instead: an upload has a few dozen.
alter index meme_texts_folded set (fastupdate = off);
alter index meme_texts_named set (fastupdate = off);
alter index search_words_by_deletes set (fastupdate = off);
alter index search_words_by_trigrams set (fastupdate = off);
alter index memes_by_tags set (fastupdate = off);
select gin_clean_pending_list(index)
from unnest(array['meme_texts_folded', 'meme_texts_named', 'search_words_by_deletes', 'search_words_by_trigrams', 'memes_by_tags']::regclass[]) index;
