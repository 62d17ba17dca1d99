import type { Language } from '#contract/languages.ts'
import { WEBHOOKS_PAGE } from '#contract/pages.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { NotificationRow } from './queries.ts'

/** Returns one sentence for pushes and mails. It omits the reason of a decision, which only the signed-in member may see. */
export function textOf(row: NotificationRow, language: Language): string {
  const t = textsOf('notifications', language)
  const [first] = row.people
  const name = oneLine(first?.display_name ?? '')
  const others = Math.max(0, row.people_count - 1)
  const who = others > 0 ? t('others', { name, count: others }) : name
  const meme = oneLine(row.meme?.name ?? row.detail.memeName ?? '')
  const { count = 1, done = 0, skipped = 0, failed = 0, action, host = '', query = '' } = row.detail
  switch (row.kind) {
    case 'follow':
      return t('follow', { who })
    case 'like':
      return meme ? t('like', { who, meme }) : t('likeOfGone', { who })
    case 'post':
      return count > 1 || !meme ? t('posts', { who, count }) : t('post', { who, meme })
    case 'search':
      return count > 1 || !meme
        ? t('found', { query: oneLine(query), count })
        : t('foundOne', { query: oneLine(query), meme })
    case 'upload':
      return t(skipped > 0 ? 'uploadSkipped' : 'upload', { done, skipped, failed })
    case 'export':
      return t('export')
    case 'webhook':
      return t(action === 'gone' ? 'webhook.gone' : 'webhook.failing', { host })
    case 'moderation':
      if (meme && action === 'wrongWords') return t('wrongWords', { meme })
      return meme && action?.startsWith('auto') ? t('checked', { meme }) : t('moderation')
  }
}

/** Returns the page that the notification links to. */
export function pathOf(row: NotificationRow): string {
  if (row.kind === 'webhook') return WEBHOOKS_PAGE
  return row.meme && row.kind !== 'moderation' && (row.detail.count ?? 1) === 1
    ? `/meme/${row.meme.id}`
    : '/notifications'
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
