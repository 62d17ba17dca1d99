import type { ColumnType, Generated } from 'kysely'
import type { Scope } from '#contract/auth/tokens.ts'
import type { Language } from '#contract/languages.ts'
import type { Role } from '#contract/people/roles.ts'
import type { DefaultTime, Maybe, MaybeTime, Time } from './column-types.ts'

/** Members, their names, sessions and proofs. */
export interface AccountTables {
  users: {
    id: string
    username: string
    username_key: string
    email: Maybe<string>
    email_verified_at: MaybeTime
    password_hash: Maybe<string>
    display_name: string
    bio: Generated<string>
    avatar_large: Maybe<string>
    avatar_small: Maybe<string>
    content_language: Generated<Language>
    email_notifications: Generated<boolean>
    notifications_off: Generated<string[]>
    pushes_off: Generated<string[]>
    mails_off: Generated<string[]>
    sensitive_content: Generated<'hide' | 'blur' | 'show'>
    keeps_history: Generated<boolean>
    accepted_terms_version: Maybe<string>
    accepted_terms_at: MaybeTime
    suspended_at: MaybeTime
    suspended_reason: Maybe<string>
    suspended_until: MaybeTime
    invite_id: Maybe<string>
    sign_in_epoch: Generated<number>
    role: Generated<Role>
    followers_count: Generated<number>
    following_count: Generated<number>
    memes_count: Generated<number>
    stored_memes: Generated<number>
    stored_bytes: Generated<string | number>
    quota_memes: Maybe<number>
    quota_megabytes: Maybe<number>
    is_demo: Generated<boolean>
    last_active_at: DefaultTime
    inactivity_warned_at: MaybeTime
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  username_skeletons: { skeleton: string; user_id: string }
  person_words: { user_id: string; words: string }
  person_names: { user_id: string; name: string; is_whole: boolean; deletes: string[] }
  registrations: {
    id: string
    email: string
    username: string
    username_key: string
    password_hash: string
    content_language: Language
    accepted_terms_version: Maybe<string>
    network_key: string
    invite_id: Maybe<string>
    created_at: DefaultTime
    expires_at: Time
  }
  username_holds: {
    username_key: string
    reason: 'registration' | 'deleted' | 'changed'
    held_until: Time
    holder: Maybe<string>
  }
  email_changes: { user_id: string; email: string; created_at: DefaultTime }
  deleted_accounts: { email_hash: string; deleted_at: DefaultTime; password_hash: Maybe<string> }
  sessions: {
    id: string
    user_id: string
    user_agent: Generated<string>
    created_at: DefaultTime
    last_used_at: DefaultTime
    confirmed_at: DefaultTime
    expires_at: Time
    revoked_at: MaybeTime
    token_hash: Maybe<string>
  }
  security_events: {
    id: string
    at: DefaultTime
    event: string
    subject_key: Maybe<string>
    network_key: Maybe<string>
    device: Generated<string>
    detail: Generated<string>
  }
  codes: {
    email: string
    purpose: 'verify-email' | 'reset-password' | 'change-email' | 'confirm-change'
    slot: Generated<string>
    code_hash: string
    attempts: Generated<number>
    tries: ColumnType<Record<string, number>, string | undefined, string>
    sends: Generated<number>
    expires_at: Time
    can_resend_at: Time
    created_at: DefaultTime
    consumed_at: MaybeTime
  }
  access_tokens: {
    id: string
    user_id: string
    name: string
    scopes: Scope[]
    token_hash: string
    created_at: DefaultTime
    last_used_at: MaybeTime
  }
  identities: {
    provider: string
    subject: string
    user_id: string
    created_at: DefaultTime
    granted_role: Maybe<'moderator' | 'admin'>
  }
  provider_tickets: {
    token_hash: string
    provider: string
    subject: string
    sid: Maybe<string>
    profile: ColumnType<unknown, string, never>
    expires_at: Time
  }
  provider_sessions: {
    session_id: string
    provider: string
    subject: string
    sid: Maybe<string>
    id_token: Maybe<string>
  }
  totp_secrets: {
    user_id: string
    secret: string
    confirmed_at: MaybeTime
    last_step: ColumnType<string | number, string | number | undefined, string | number>
    created_at: DefaultTime
  }
  recovery_codes: { user_id: string; code_hash: string }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    counter: ColumnType<string | number, string | number | undefined, string | number>
    transports: string[]
    name: string
    synced: boolean
    created_at: DefaultTime
    last_used_at: MaybeTime
  }
  passkey_factors: { user_id: string; created_at: DefaultTime }
  deleted_passkeys: { credential_hash: string; public_key: string; deleted_at: DefaultTime }
  used_tokens: { token_hash: string; expires_at: Time }
  throttles: { key: string; failures: Generated<number>; blocked_until: MaybeTime; updated_at: DefaultTime }
  data_exports: {
    id: string
    user_id: string
    status: Generated<'queued' | 'ready' | 'failed'>
    file_key: Maybe<string>
    bytes: Maybe<number>
    created_at: DefaultTime
    ready_at: MaybeTime
    expires_at: MaybeTime
  }
}
