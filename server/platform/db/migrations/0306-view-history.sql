-- Whether a member's views carry their name, from which their history is read.
alter table users add column keeps_history boolean not null default true;
