-- What people are found by, folded by the server (domains/users/person-names.ts): username and display name without blanks and
-- signs, and each word of them. `deletes` holds a name and what is left of it with one letter out.
create table person_names (
  user_id uuid not null references users on delete cascade,
  name text not null,
  is_whole boolean not null,
  deletes text[] not null,
  primary key (user_id, name)
);
create index person_names_by_beginning on person_names (name text_pattern_ops);
create index person_names_by_deletes on person_names using gin (deletes);
