import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'
import { mention } from '../mail/forget-mails.ts'
import type { QueuedMail } from '../mail/jobs.ts'
import type { ShownName } from '../users/lists/list-people.ts'
import { NAMES_IN_MAIL } from './rules.ts'

const TEXTS = {
  en: {
    one: (name: string) => `${name} is now following you on ${SITE_NAME}`,
    two: (first: string, second: string) => `${first} and ${second} are now following you on ${SITE_NAME}`,
    many: (first: string, others: number) => `${first} and ${others} others are now following you on ${SITE_NAME}`,
    lead: (total: string) => `You now have ${total}.`,
    followers: (count: number) => (count === 1 ? '1 follower' : `${count} followers`),
    more: (others: number) => (others === 1 ? 'and 1 more' : `and ${others} more`),
    see: 'See all your followers',
    note: 'You get this email at most once an hour, and only while emails about new followers are turned on in your preferences.',
    off: 'Unsubscribe',
  },
  vi: {
    one: (name: string) => `${name} đã theo dõi bạn trên ${SITE_NAME}`,
    two: (first: string, second: string) => `${first} và ${second} đã theo dõi bạn trên ${SITE_NAME}`,
    many: (first: string, others: number) => `${first} và ${others} người khác đã theo dõi bạn trên ${SITE_NAME}`,
    lead: (total: string) => `Bạn hiện có ${total}.`,
    followers: (count: number) => `${count} người theo dõi`,
    more: (others: number) => `và ${others} người nữa`,
    see: 'Xem tất cả người theo dõi',
    note: 'Bạn nhận email này tối đa mỗi giờ một lần và chỉ khi bật email về người theo dõi mới trong phần Tùy chọn.',
    off: 'Hủy đăng ký',
  },
} as const

/** Builds a follower digest. `followers` must be non-empty and ordered by time. */
export function followerMail(
  to: { email: string; language: Language; followersCount: number },
  followers: readonly ShownName[],
  site: { publicUrl: string; unsubscribeToken: string },
): QueuedMail {
  const texts = TEXTS[to.language]
  const listUrl = `${site.publicUrl}/account?tab=followers`
  const token = encodeURIComponent(site.unsubscribeToken)
  const offUrl = `${site.publicUrl}/unsubscribe?token=${token}`
  const lead = texts.lead(texts.followers(to.followersCount))
  const named = followers.slice(0, NAMES_IN_MAIL)
  const others = followers.length - named.length
  const lines = [
    ...named.map((person) => `${oneLine(person.display_name)} ${mention(person.username)}`),
    ...(others > 0 ? [texts.more(others)] : []),
  ]
  return {
    to: to.email,
    subject: subject(texts, followers),
    text: `${lead}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${texts.see}: ${listUrl}\n\n${texts.note}\n${texts.off}: ${offUrl}\n`,
    html: mailPage(
      to.language,
      lead,
      `<ul style="padding-left:20px;line-height:1.7">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
<p><a href="${listUrl}" style="color:#b3260b">${texts.see}</a></p>`,
      `${texts.note} <a href="${offUrl}" style="color:#6b6258">${texts.off}</a>`,
      site.publicUrl,
    ),
    headers: {
      'List-Unsubscribe': `<${site.publicUrl}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

function subject(texts: (typeof TEXTS)[Language], followers: readonly ShownName[]): string {
  const [first, second] = followers.map((person) => oneLine(person.display_name))
  if (followers.length === 1) return texts.one(first ?? '')
  if (followers.length === 2) return texts.two(first ?? '', second ?? '')
  return texts.many(first ?? '', followers.length - 1)
}

/** A line break in a name must not start a new line of the email. */
const oneLine = (name: string) => name.replace(/\s+/g, ' ').trim()
