-- Names that say what a table or function is for.

-- The best memes of a tag, best first.
alter table tag_shelves rename to top_memes_by_tag;
alter table top_memes_by_tag rename column place to rank;
alter table top_memes_by_tag rename constraint tag_shelves_pkey to top_memes_by_tag_pkey;
alter table top_memes_by_tag rename constraint tag_shelves_meme_id_fkey to top_memes_by_tag_meme_id_fkey;
alter index tag_shelves_by_meme rename to top_memes_by_tag_by_meme;

-- Memes whose pictures look alike.
alter table meme_alike rename to similar_memes;
alter table similar_memes rename constraint meme_alike_pkey to similar_memes_pkey;
alter table similar_memes rename constraint meme_alike_meme_id_fkey to similar_memes_meme_id_fkey;
alter table similar_memes rename constraint meme_alike_other_id_fkey to similar_memes_other_id_fkey;
alter index meme_alike_by_other rename to similar_memes_by_other;

-- The tags that a creator's memes mostly have.
alter table usual_tags rename to creator_tags;
alter table creator_tags rename constraint usual_tags_pkey to creator_tags_pkey;
alter table creator_tags rename constraint usual_tags_user_id_fkey to creator_tags_user_id_fkey;

-- When the digest with this follower was sent.
alter table follower_notices rename column told_at to announced_at;

-- Whether a search is cheaper as a scan of the newest memes by id than by the index of words.
alter function walk_is_shorter(name, jsonb, tsquery, integer) rename to newest_scan_is_cheaper;

-- Recomputes the closed trending sums of some memes and people from their hours.
alter function sum_closed_hours_again(uuid[], uuid[]) rename to recompute_closed_sums;
