-- Who marked a meme as sensitive; its uploader cannot take back what a moderator said.
alter table memes add column sensitive_by text check (sensitive_by in ('uploader', 'moderator'));
alter table memes add column sensitive boolean not null generated always as (sensitive_by is not null) stored;
alter table users add column sensitive_content text not null default 'blur' check (sensitive_content in ('hide', 'blur', 'show'));
