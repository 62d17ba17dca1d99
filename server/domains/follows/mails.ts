import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { type Texts, textsOf } from '#server/platform/texts/texts.ts'
import { mention } from '../mail/forget-mails.ts'
import type { QueuedMail } from '../mail/jobs.ts'
import type { ShownName } from '../users/lists/list-people.ts'
import { NAMES_IN_MAIL } from './rules.ts'

/** Builds a follower digest. `followers` must be non-empty and ordered by time. */
export function followerMail(
  to: { email: string; language: Language; followersCount: number },
  followers: readonly ShownName[],
  site: { publicUrl: string; unsubscribeToken: string },
): QueuedMail {
  const t = textsOf('follows', to.language)
  const listUrl = `${site.publicUrl}/account?tab=followers`
  const token = encodeURIComponent(site.unsubscribeToken)
  const offUrl = `${site.publicUrl}/unsubscribe?token=${token}`
  const lead = t('lead', { count: to.followersCount })
  const named = followers.slice(0, NAMES_IN_MAIL)
  const others = followers.length - named.length
  const lines = [
    ...named.map((person) => `${oneLine(person.display_name)} ${mention(person.username)}`),
    ...(others > 0 ? [t('more', { count: others })] : []),
  ]
  return {
    to: to.email,
    subject: subject(t, followers),
    text: `${lead}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${t('see')}: ${listUrl}\n\n${t('note')}\n${t('off')}: ${offUrl}\n`,
    html: mailPage(
      to.language,
      escapeHtml(lead),
      `<ul style="padding-left:20px;line-height:1.7">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
<p><a href="${listUrl}" style="color:#b3260b">${escapeHtml(t('see'))}</a></p>`,
      `${escapeHtml(t('note'))} <a href="${offUrl}" style="color:#6b6258">${escapeHtml(t('off'))}</a>`,
      site.publicUrl,
    ),
    headers: {
      'List-Unsubscribe': `<${site.publicUrl}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

function subject(t: Texts<'follows'>, followers: readonly ShownName[]): string {
  const [first = '', second = ''] = followers.map((person) => oneLine(person.display_name))
  if (followers.length === 1) return t('single', { name: first })
  if (followers.length === 2) return t('pair', { first, second })
  return t('group', { first, count: followers.length - 1 })
}

/** A line break in a name must not start a new line of the email. */
const oneLine = (name: string) => name.replace(/\s+/g, ' ').trim()
