-- Columns that nothing reads. Followers and uploads of a period are counted where they are, dislikes and albums have no
-- weight in trending, and a meme's row is written once its picture is ready.
alter table user_hours drop column followers, drop column memes;
alter table meme_hours drop column dislikes, drop column albums;
alter table meme_stats drop column album_count;
alter table meme_texts drop column read_at;
alter table meme_uses drop column updated_at;
alter table reports drop column closed_at;
alter table trending_generations drop column took_ms;

alter table memes drop constraint memes_status_check;
alter table memes add constraint memes_status_check check (status in ('ready', 'hidden', 'removed'));
