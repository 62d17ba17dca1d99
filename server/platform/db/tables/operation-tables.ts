import type { Generated } from 'kysely'
import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import type { DefaultTime, Maybe, MaybeTime, Time } from './column-types.ts'

/** Moderation, and the site itself. */
export interface OperationTables {
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
  settings: { key: string; value: string }
  gif_keys: {
    id: string
    name: string
    key_hash: string
    calls: Generated<string>
    created_at: DefaultTime
  }
  webhooks: {
    id: string
    url: string
    events: WebhookEvent[]
    secret: string
    previous_secret: Maybe<string>
    previous_until: MaybeTime
    created_at: DefaultTime
    failing_since: MaybeTime
    disabled_at: MaybeTime
    disabled_because: Maybe<'admin' | 'gone' | 'failing'>
  }
  webhook_deliveries: {
    id: Generated<string>
    webhook_id: string
    event: string
    meme_id: Maybe<string>
    state: Generated<'waiting' | 'delivered' | 'failed' | 'skipped'>
    attempts: Generated<number>
    response_status: Maybe<number>
    problem: Maybe<string>
    created_at: DefaultTime
    attempted_at: MaybeTime
    next_at: DefaultTime
  }
}
