import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Scope } from '#contract/tokens.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
type Language = 'en' | 'vi'
type PeriodName = '24h' | '7d' | '1m'

export interface Tables {
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
    sensitive_content: Generated<'hide' | 'blur' | 'show'>
    accepted_terms_version: Maybe<string>
    accepted_terms_at: MaybeTime
    suspended_at: MaybeTime
    suspended_reason: Maybe<string>
    suspended_until: MaybeTime
    invite_id: Maybe<string>
    role: Generated<Role>
    followers_count: Generated<number>
    following_count: Generated<number>
    memes_count: Generated<number>
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
  identities: { provider: 'google' | 'facebook'; subject: string; user_id: string; created_at: DefaultTime }
  totp_secrets: {
    user_id: string
    secret: string
    confirmed_at: MaybeTime
    last_step: ColumnType<string | number, string | number | undefined, string | number>
    created_at: DefaultTime
  }
  recovery_codes: { user_id: string; code_hash: string }
  used_tokens: { token_hash: string; expires_at: Time }
  throttles: { key: string; failures: Generated<number>; blocked_until: MaybeTime; updated_at: DefaultTime }
  blobs: {
    key: string
    bytes: number
    mime: string
    pending_until: MaybeTime
    blocked_at: MaybeTime
    hidden_at: MaybeTime
    created_at: DefaultTime
  }
  memes: {
    id: string
    user_id: Maybe<string>
    name: string
    description: Generated<string>
    alt_text: Generated<string>
    tags: Generated<string[]>
    location: 'quick' | 'bulk'
    status: Generated<'ready' | 'hidden' | 'removed' | 'review'>
    language: Maybe<Language>
    blob_origin: string
    blob_medium: string
    blob_small: string
    width: number
    height: number
    thumbhash: string
    animated: Generated<boolean>
    sensitive_by: Maybe<'uploader' | 'moderator'>
    sensitive: GeneratedAlways<boolean>
    mime: string
    source_hash: string
    deleted_at: MaybeTime
    removed_at: MaybeTime
    removed_reason: Maybe<string>
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  meme_stats: {
    meme_id: string
    view_count: Generated<number>
    like_count: Generated<number>
    dislike_count: Generated<number>
    copy_count: Generated<number>
  }
  meme_texts: {
    meme_id: string
    exact_text: Generated<string>
    folded_text: Generated<string>
    folded: Generated<string>
    named: Generated<string>
    picture_text: Generated<string>
    picture_words: ColumnType<unknown, string | undefined, string>
    read_version: Generated<number>
    language: GeneratedAlways<Language | null>
    typed_words: ColumnType<unknown, string | undefined, string>
  }
  stale_words: { id: Generated<string>; word: string }
  search_words: { word: string; stem: string; deletes: string[] }
  meme_vectors: {
    meme_id: string
    visual: Maybe<string>
    visual_version: Generated<number>
  }
  meme_meanings: { meme_id: string; model: string; meaning: Maybe<string> }
  meme_fingerprints: { meme_id: string; blocks: Uint8Array }
  reactions: {
    user_id: string
    meme_id: string
    kind: 'like' | 'dislike'
    created_at: DefaultTime
    weight: Generated<number>
    young_weight: Generated<number>
  }
  album_items: {
    user_id: string
    meme_id: string
    added_at: DefaultTime
    weight: Generated<number>
    young_weight: Generated<number>
  }
  action_windows: { viewer_key: string; meme_id: string; action: string; counted_at: Time }
  actions: {
    id: string
    at: DefaultTime
    meme_id: string
    user_id: Maybe<string>
    viewer_key: string
    address_key: Maybe<string>
    action: string
    delta: number
    source: Maybe<string>
    device: Maybe<string>
    language: Maybe<string>
    weight: Generated<number>
    young_weight: Generated<number>
  }
  meme_hours: {
    meme_id: string
    hour: Time
    views: Generated<number>
    likes: Generated<number>
    copies: Generated<number>
    weight: Generated<number>
    young_weight: Generated<number>
  }
  user_hours: {
    user_id: string
    hour: Time
    likes: Generated<number>
    copies: Generated<number>
    views: Generated<number>
    weight: Generated<number>
    young_weight: Generated<number>
  }
  meme_uses: { user_id: string; meme_id: string; log_point: number }
  follows: { follower_id: string; followed_id: string; created_at: DefaultTime }
  hidden_people: {
    user_id: string
    person_id: string
    reason: 'block' | 'blocked-by' | 'mute'
    created_at: DefaultTime
  }
  not_interested: {
    user_id: string
    kind: 'meme' | 'template' | 'user' | 'tag'
    target: string
    created_at: DefaultTime
  }
  notifications: {
    id: string
    user_id: string
    kind: 'follow' | 'like' | 'moderation' | 'upload' | 'export'
    gather_key: string
    meme_id: Maybe<string>
    detail: ColumnType<unknown, string | undefined, string>
    created_at: DefaultTime
    updated_at: DefaultTime
    read_at: MaybeTime
  }
  notification_people: { notification_id: string; person_id: string; at: DefaultTime }
  follower_notices: { user_id: string; follower_id: string; created_at: DefaultTime; announced_at: MaybeTime }
  follower_mails: { user_id: string; sent_at: Time }
  feed_pages: {
    id: string
    visit_id: string
    page: number
    user_id: Maybe<string>
    meme_ids: string[]
    reasons: string[]
    groups: Generated<string[]>
    has_more: Generated<boolean>
    created_at: DefaultTime
  }
  albums: {
    id: string
    user_id: string
    name: string
    visibility: 'private' | 'unlisted' | 'public'
    cover_id: Maybe<string>
    position: number
    used_at: DefaultTime
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  album_memes: { album_id: string; meme_id: string; position: number; added_at: DefaultTime }
  tag_follows: { user_id: string; tag: string; created_at: DefaultTime }
  feed_seen: { user_id: string; meme_id: string; seen_at: DefaultTime }
  creator_tags: { user_id: string; tags: string[]; shares: number[] }
  top_memes_by_tag: { tag: string; rank: number; meme_id: string }
  meme_neighbours: { meme_id: string; neighbour_id: string; weight: number }
  similar_memes: { meme_id: string; other_id: string; likeness: number }
  templates: {
    id: string
    name: Maybe<string>
    folded_name: Maybe<string>
    merged_into: Maybe<string>
    split_from: Maybe<string>
    meme_count: Generated<number>
    week_count: Generated<number>
    day_count: Generated<number>
    created_at: DefaultTime
  }
  meme_origins: { meme_id: string; template_id: Maybe<string>; made_from_id: Maybe<string> }
  meme_templates: { meme_id: string; template_id: string; visual_version: number }
  trending_bases: { period: PeriodName; half_life_hours: number; begins: Time; until: Time; decayed_to: Time }
  trending_generations: { generation: string; made_at: DefaultTime }
  trending_meme_sums: {
    period: PeriodName
    meme_id: string
    likes: number
    copies: number
    views: number
    weight: number
    young_weight: number
  }
  trending_user_sums: {
    period: PeriodName
    user_id: string
    likes: number
    copies: number
    views: number
    weight: number
    young_weight: number
  }
  trending_memes: {
    generation: string
    period: PeriodName
    rank: number
    meme_id: string
    likes: number
    copies: number
    views: number
    score: number
  }
  trending_users: {
    generation: string
    period: PeriodName
    rank: number
    user_id: string
    followers: number
    memes: number
    likes: number
    copies: number
    views: number
    score: number
  }
  uploads: {
    id: string
    user_id: string
    duplicates: Generated<'skip' | 'keep'>
    version: Generated<number>
    created_at: DefaultTime
    finished_at: MaybeTime
  }
  upload_files: {
    upload_id: string
    index: number
    file_name: string
    name: Generated<string>
    description: Generated<string>
    idempotency_key: Maybe<string>
    staged_key: Maybe<string>
    bytes: number
    status: Generated<'queued' | 'processing' | 'done' | 'failed'>
    attempts: Generated<number>
    meme_id: Maybe<string>
    duplicate_of: Maybe<string>
    code: Maybe<string>
    started_at: MaybeTime
    finished_at: MaybeTime
    user_id: string
    source_hash: Maybe<string>
    source_type: Maybe<string>
    sensitive: Generated<boolean>
    due_at: DefaultTime
    waits: Generated<number>
  }
  staged_objects: { key: string; created_at: DefaultTime }
  reports: {
    id: string
    meme_id: string
    reporter_id: Maybe<string>
    reporter_key: string
    reason: string
    note: Generated<string>
    status: Generated<'open' | 'dismissed' | 'upheld'>
    created_at: DefaultTime
    decision_id: Maybe<string>
  }
  blocked_pictures: {
    id: string
    meme_id: string
    visual: string
    blocks: Uint8Array
    animated: boolean
    created_at: DefaultTime
  }
  appeals: {
    id: string
    user_id: string
    meme_id: Maybe<string>
    about_at: Time
    note: string
    status: Generated<'open' | 'accepted' | 'rejected'>
    answer: Maybe<string>
    created_at: DefaultTime
    closed_at: MaybeTime
  }
  invites: {
    id: string
    code: string
    created_by: Maybe<string>
    uses_max: number
    uses: Generated<number>
    expires_at: Time
    revoked_at: MaybeTime
    created_at: DefaultTime
  }
  banned_networks: { id: string; network: string; reason: string; created_at: DefaultTime }
  moderation_log: {
    id: string
    at: DefaultTime
    action: string
    target_kind: 'meme' | 'user' | 'report' | 'appeal' | 'settings' | 'network' | 'invite' | 'decision'
    target_id: string
    reason: string
    actor_id: Maybe<string>
    status_before: Maybe<string>
  }
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
  action_history: { day: string; action: string; total: string }
  settings: { key: string; value: string }
}
