import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { QueuedMail } from '../mail/jobs.ts'

export type NoticeKind = 'approve' | 'remove' | 'restore' | 'suspend' | 'unsuspend' | 'reject'

interface NoticeAbout {
  /** Name of the meme; '' for accounts. */
  name: string
  reason: string
  /** Id of a removed meme. */
  memeId?: string
  until?: Date | null
}

/** Returns the mail that notifies a user of a decision about their meme or account, with the reason and how to appeal. */
export function noticeMail(
  kind: NoticeKind,
  to: { email: string; language: Language },
  about: NoticeAbout,
  publicUrl: string,
): QueuedMail {
  // i18n-keys: moderationMails.*.subject i18n-keys: moderationMails.*.lead
  const t = textsOf('moderationMails', to.language)
  const until = kind === 'suspend' && about.until ? t('until', { day: dayOf(about.until, to.language) }) : ''
  const lead = [t(`${kind}.lead`, { name: about.name }), until].filter(Boolean).join(' ')
  const links = linksOf(kind, about, publicUrl).map(({ text, url }) => ({ text: t(text), url }))
  const reason = about.reason && `${t('reason')}: ${about.reason}`
  return {
    to: to.email,
    subject: t(`${kind}.subject`),
    text: `${[lead, reason, ...links.map(({ text, url }) => `${text} ${url}`)].filter(Boolean).join('\n\n')}\n`,
    html: mailPage(
      to.language,
      escapeHtml(lead),
      about.reason &&
        `<p style="margin:24px 0;white-space:pre-line"><b>${escapeHtml(t('reason'))}:</b> ${escapeHtml(about.reason)}</p>`,
      links
        .map(({ text, url }) => `${escapeHtml(text)} <a href="${url}" style="color:#6b6258">${url}</a>`)
        .join('<br>'),
      publicUrl,
    ),
  }
}

function linksOf(kind: NoticeKind, { memeId }: NoticeAbout, publicUrl: string) {
  const appeal = { text: 'appeal', url: `${publicUrl}/appeal${memeId ? `?meme=${memeId}` : ''}` } as const
  const terms = { text: 'note', url: `${publicUrl}/terms-of-service` } as const
  return kind === 'remove' || kind === 'suspend' ? [appeal, terms] : [terms]
}

const dayOf = (time: Date, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
