-- People of any OpenID Connect provider, under its issuer's address. `granted_role` is the role that the provider's groups gave.
-- old code: it writes only `google` and `facebook`, which both checks allow; the table has one row for each linked member.
alter table identities drop constraint identities_provider_check;
-- old code: as above.
alter table identities add constraint identities_provider_check check (provider in ('google', 'facebook') or provider ~ '^https?://');
alter table identities add column granted_role text check (granted_role in ('moderator', 'admin'));

-- Sign-ins that a provider has confirmed and that have not become a session yet. Swept after `expires_at`.
create table provider_tickets (
  token_hash text primary key,
  provider text not null,
  subject text not null,
  sid text,
  profile jsonb not null,
  expires_at timestamptz(3) not null
);
create index provider_tickets_by_subject on provider_tickets (provider, subject);
create index provider_tickets_by_expiry on provider_tickets (expires_at);

-- Sessions that began at a provider, for its logout tokens and for the logout there.
create table provider_sessions (
  session_id uuid primary key references sessions on delete cascade,
  provider text not null,
  subject text not null,
  sid text,
  id_token text
);
create index provider_sessions_by_subject on provider_sessions (provider, subject);
create index provider_sessions_by_sid on provider_sessions (provider, sid);
