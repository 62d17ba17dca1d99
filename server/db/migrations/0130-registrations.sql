-- Registrations that wait for their address to be proved. Several may wait for one address, each with its own name and
-- password; the account is made when a code proves the address. Kept for taken addresses too, so that answers are alike.
create table registrations (
  id uuid primary key,
  email text not null,
  username text not null,
  username_key text not null,
  password_hash text not null,
  content_language text not null check (content_language in ('en', 'vi')),
  accepted_terms_version text,
  -- The network that asked, as a keyed hash.
  network_key text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index registrations_by_email on registrations (email, created_at);
create index registrations_by_network on registrations (network_key, created_at);
create index registrations_by_username on registrations (username_key);
create index registrations_by_expiry on registrations (expires_at);

-- Accounts that never proved their address become registrations that wait for one more day.
insert into registrations (id, email, username, username_key, password_hash, content_language, accepted_terms_version, network_key, expires_at)
select id, lower(normalize(email, nfkc)), username, username_key, password_hash, content_language, accepted_terms_version, '', now() + interval '24 hours'
from users where email_verified_at is null and not is_demo and email is not null and password_hash is not null;
delete from users u using registrations r where r.id = u.id;

-- Who holds a name: a keyed hash of the address it was registered with, or of the member who gave it up.
alter table username_holds add column holder text;
alter table username_holds drop constraint username_holds_reason_check;
alter table username_holds add constraint username_holds_reason_check check (reason in ('registration', 'deleted', 'changed'));
create index username_holds_by_holder on username_holds (holder) where holder is not null;

-- Several codes may live for one address and purpose: one for each registration, network or member that asked. A resend
-- overwrites the code of its own slot. `tries` counts wrong codes for each client (a keyed hash), `attempts` all of them.
alter table codes add column slot text not null default '';
alter table codes add column tries jsonb not null default '{}';
alter table codes drop constraint codes_pkey;
alter table codes add primary key (email, purpose, slot);
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email', 'confirm-change'));

-- The address that a member wants to change to, until its code is entered.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  created_at timestamptz(3) not null default now()
);
