-- The folders of texts determine the languages, not the schema.
alter table users drop constraint users_content_language_check;
-- old code: writes en and vi only.
alter table users add constraint users_content_language_check check (content_language ~ '^[A-Za-z0-9-]{2,35}$') not valid;
alter table registrations drop constraint registrations_content_language_check;
-- old code: writes en and vi only.
alter table registrations add constraint registrations_content_language_check check (content_language ~ '^[A-Za-z0-9-]{2,35}$') not valid;
