import type { ColumnType, Generated } from 'kysely'
import type { SavedFilters } from '#contract/memes/saved-searches.ts'
import type { DefaultTime, Maybe, MaybeTime, Time } from './column-types.ts'

/** Users' actions on memes and on each other, and the notifications about them. */
export interface ActionTables {
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
  saved_searches: {
    id: string
    user_id: string
    query: string
    filters: ColumnType<SavedFilters, string, string>
    created_at: DefaultTime
    checked_at: DefaultTime
  }
  saved_search_memes: { search_id: string; meme_id: string; found_at: DefaultTime }
  tag_aliases: { alias: string; tag: string; folded: string; created_at: DefaultTime }
  guest_links: { id: string; meme_id: Maybe<string>; album_id: Maybe<string>; created_at: DefaultTime }
  album_memes: { album_id: string; meme_id: string; position: number; added_at: DefaultTime }
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
  action_history: { day: string; action: string; total: string }
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
  tag_follows: { user_id: string; tag: string; created_at: DefaultTime }
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
    kind: 'follow' | 'like' | 'post' | 'moderation' | 'upload' | 'export' | 'webhook' | 'search'
    gather_key: string
    meme_id: Maybe<string>
    detail: ColumnType<unknown, string | undefined, string>
    created_at: DefaultTime
    updated_at: DefaultTime
    read_at: MaybeTime
    pushed_at: MaybeTime
    mailed_at: MaybeTime
  }
  push_subscriptions: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    failures: Generated<number>
    created_at: DefaultTime
  }
  notification_people: { notification_id: string; person_id: string; at: DefaultTime }
  follower_notices: { user_id: string; follower_id: string; created_at: DefaultTime; announced_at: MaybeTime }
  follower_mails: { user_id: string; sent_at: Time }
}
