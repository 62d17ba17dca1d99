import type { Language } from '#contract/languages.ts'
import { WEBHOOKS_PAGE } from '#contract/pages.ts'
import type { NotificationRow } from './queries.ts'

const TEXTS = {
  en: {
    others: (name: string, count: number) => `${name} and ${count} ${count === 1 ? 'other' : 'others'}`,
    follow: (who: string) => `${who} followed you`,
    like: (who: string, meme: string) => `${who} liked “${meme}”`,
    post: (who: string, meme: string) => `${who} posted “${meme}”`,
    posts: (who: string, count: number) => `${who} posted ${count} new ${count === 1 ? 'meme' : 'memes'}`,
    upload: (done: number, failed: number) => `Bulk upload finished: ${done} done, ${failed} failed`,
    export: 'The copy of your data is ready',
    webhook: {
      gone: (host: string) => `The webhook to ${host} was disabled because its receiver answered 410 Gone`,
      failing: (host: string) => `The webhook to ${host} was disabled after three days without a successful delivery`,
    },
    moderation: 'A moderator made a decision about your account or one of your memes',
    checked: (meme: string) => `Your meme “${meme}” was automatically marked as sensitive`,
  },
  vi: {
    others: (name: string, count: number) => `${name} và ${count} người khác`,
    follow: (who: string) => `${who} đã theo dõi bạn`,
    like: (who: string, meme: string) => `${who} đã thích “${meme}”`,
    post: (who: string, meme: string) => `${who} đã đăng “${meme}”`,
    posts: (who: string, count: number) => `${who} đã đăng ${count} meme mới`,
    upload: (done: number, failed: number) => `Tải lên hàng loạt hoàn tất: ${done} thành công, ${failed} thất bại`,
    export: 'Bản sao dữ liệu của bạn đã sẵn sàng',
    webhook: {
      gone: (host: string) => `Webhook gửi tới ${host} đã bị tắt: bên nhận trả lời 410 Gone`,
      failing: (host: string) => `Webhook gửi tới ${host} đã bị tắt: suốt ba ngày không gửi được lần nào`,
    },
    moderation: 'Người kiểm duyệt đã ra quyết định về tài khoản hoặc một meme của bạn',
    checked: (meme: string) => `Meme “${meme}” của bạn được tự động đánh dấu là nhạy cảm`,
  },
} as const

/** Returns one sentence for pushes and mails. It omits the reason of a decision, which only the signed-in member may see. */
export function textOf(row: NotificationRow, language: Language): string {
  const texts = TEXTS[language]
  const [first] = row.people
  const name = oneLine(first?.display_name ?? '')
  const others = Math.max(0, row.people_count - 1)
  const who = others > 0 ? texts.others(name, others) : name
  const meme = oneLine(row.meme?.name ?? row.detail.memeName ?? '')
  const { count = 1, done = 0, failed = 0, action, host = '' } = row.detail
  switch (row.kind) {
    case 'follow':
      return texts.follow(who)
    case 'like':
      return texts.like(who, meme)
    case 'post':
      return count > 1 || !meme ? texts.posts(who, count) : texts.post(who, meme)
    case 'upload':
      return texts.upload(done, failed)
    case 'export':
      return texts.export
    case 'webhook':
      return texts.webhook[action === 'gone' ? 'gone' : 'failing'](host)
    case 'moderation':
      return action?.startsWith('auto') ? texts.checked(meme) : texts.moderation
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
