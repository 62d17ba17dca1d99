import type { Notification } from '#contract/notifications/notifications.ts'
import { WEBHOOKS_PAGE } from '#contract/pages.ts'
import { paths } from '../../lib/paths.ts'
import type { Translate } from '../../lib/translator.ts'

const MODERATION_KEYS: Record<string, string> = {
  removed: 'notifications.moderation.removed',
  restored: 'notifications.moderation.restored',
  approved: 'notifications.moderation.approved',
  suspended: 'notifications.moderation.suspended',
  unsuspended: 'notifications.moderation.unsuspended',
  appealRejected: 'notifications.moderation.appealRejected',
  sensitive: 'notifications.moderation.sensitive',
  notSensitive: 'notifications.moderation.notSensitive',
  words: 'notifications.moderation.words',
  wrongWords: 'notifications.moderation.wrongWords',
  autoSensitive: 'notifications.moderation.autoSensitive',
  autoReview: 'notifications.moderation.autoReview',
}

const WEBHOOK_KEYS = {
  gone: 'notifications.webhook.gone',
  failing: 'notifications.webhook.failing',
} as const

/** Decisions about an account name no meme. */
const OF_ACCOUNT = new Set(['suspended', 'unsuspended', 'appealRejected'])
const isNamed = ({ detail }: Notification, meme: string) => meme !== '' || OF_ACCOUNT.has(detail.action ?? '')

/** Returns a notification as one sentence: "An and 12 others liked …". */
export function textOf(item: Notification, t: Translate): string {
  const [first] = item.people
  const name = first?.displayName ?? ''
  const others = Math.max(0, item.peopleCount - 1)
  const who = others > 0 ? t('notifications.andOthers', { name, count: others }) : name
  const meme = item.meme?.name ?? item.detail.memeName ?? ''
  switch (item.kind) {
    case 'follow':
      return t('notifications.follow', { who })
    case 'like':
      return meme ? t('notifications.like', { who, meme }) : t('notifications.likeOfGone', { who })
    case 'post': {
      const count = item.detail.count ?? 1
      return count > 1 || !meme ? t('notifications.posts', { who, count }) : t('notifications.post', { who, meme })
    }
    case 'search': {
      const { count = 1, query = '' } = item.detail
      return count > 1 || !meme
        ? t('notifications.found', { query, count })
        : t('notifications.foundOne', { query, meme })
    }
    case 'upload':
      return t(item.detail.skipped ? 'notifications.uploadSkipped' : 'notifications.upload', {
        done: item.detail.done ?? 0,
        skipped: item.detail.skipped ?? 0,
        failed: item.detail.failed ?? 0,
      })
    case 'export':
      return t('notifications.export')
    case 'webhook':
      return t(WEBHOOK_KEYS[item.detail.action === 'gone' ? 'gone' : 'failing'], { host: item.detail.host ?? '' })
    case 'moderation':
      return t((isNamed(item, meme) && MODERATION_KEYS[item.detail.action ?? '']) || 'notifications.moderation.other', {
        meme,
      })
  }
}

/** Returns the link target; null if it no longer exists. */
export function linkOf(item: Notification): string | null {
  const [first] = item.people
  if (item.kind === 'post' && first && (item.detail.count ?? 1) > 1) return paths.user(first.username)
  if (item.kind === 'search' && ((item.detail.count ?? 1) > 1 || !item.meme)) return searchOf(item)
  if (item.kind === 'moderation' && item.detail.action === 'removed' && !item.meme)
    return paths.removedMeme(item.detail.memeId)
  if (item.meme) return paths.meme(item.meme._id)
  if (item.kind === 'follow')
    return item.peopleCount > 1 || !first ? paths.account('followers') : paths.user(first.username)
  if (item.kind === 'upload') return item.detail.uploadId ? paths.bulkProgress(item.detail.uploadId) : null
  if (item.kind === 'webhook') return WEBHOOKS_PAGE
  return item.kind === 'export' ? paths.account('preferences') : null
}

/** Returns the search with the newest memes first. */
function searchOf({ detail: { query = '', filters } }: Notification): string {
  const set = Object.entries({ ...filters, sort: 'newest' }).map(([name, value]) => [name, String(value)])
  return paths.search(query, Object.fromEntries(set))
}
