-- Facts of the installation itself: the demo's marker, the salt of the day.
create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz(3) not null default now()
);
