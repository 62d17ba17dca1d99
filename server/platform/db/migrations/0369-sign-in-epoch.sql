-- Counts the times that everything that could still become a session was made void: a change or reset of the password, and the end
-- of all sessions. What proves a first factor carries the number that held when it was issued.
alter table users add column sign_in_epoch integer not null default 0;
