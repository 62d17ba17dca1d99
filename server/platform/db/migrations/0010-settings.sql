-- Facts of this installation, such as how far the demo has been filled in.
create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz(3) not null default now()
);
