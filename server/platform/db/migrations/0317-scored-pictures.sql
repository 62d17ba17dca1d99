-- How likely a model says that a picture is pornographic, 0 to 1; null for a picture that was not scored.
alter table memes add column sensitive_score real check (sensitive_score between 0 and 1);
alter table memes drop constraint memes_sensitive_by_check;
alter table memes add constraint memes_sensitive_by_check check (sensitive_by in ('uploader', 'moderator', 'model'));
