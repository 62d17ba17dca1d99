import { WEBHOOKS_PAGE } from '#contract/pages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { mailPage } from '../mail/mail-page.ts'
import { notifyOfWebhook } from '../notifications/notify.ts'
import { findAdmins } from './queries.ts'
import { hostOf } from './rules.ts'

const TEXTS = {
  en: {
    subject: `A webhook of ${SITE_NAME} has been disabled`,
    gone: (host: string) =>
      `The webhook ${host} has been disabled because its receiver answered 410 Gone. It receives no more events.`,
    failing: (host: string) =>
      `The webhook ${host} has been disabled because no delivery has succeeded for three days. It receives no more events.`,
    note: 'Look at its deliveries and enable it again here:',
  },
  vi: {
    subject: `Một webhook của ${SITE_NAME} đã bị tắt`,
    gone: (host: string) =>
      `Webhook ${host} đã bị tắt vì bên nhận trả lời 410 Gone. Webhook này không nhận sự kiện nữa.`,
    failing: (host: string) =>
      `Webhook ${host} đã bị tắt vì suốt ba ngày không gửi được lần nào. Webhook này không nhận sự kiện nữa.`,
    note: 'Xem các lượt gửi và bật lại tại đây:',
  },
} as const

/**
 * Notifies every admin by bell and mail that a webhook was disabled, in the transaction that disables it. Includes only the host
 * of its address, since the rest may be secret.
 */
export async function tellDisabled(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { id: webhookId, url, because }: { id: string; url: string; because: 'gone' | 'failing' },
): Promise<void> {
  const { publicUrl } = deps.config
  const host = hostOf(url)
  const page = `${publicUrl}${WEBHOOKS_PAGE}`
  for (const { id, email, language } of await findAdmins(tx)) {
    await notifyOfWebhook(tx, id, { id: webhookId, host, because })
    if (!email) continue
    const texts = TEXTS[language]
    const lead = texts[because](host)
    await enqueueMail(deps, tx, {
      to: email,
      subject: texts.subject,
      text: `${lead}\n\n${texts.note} ${page}\n`,
      html: mailPage(
        language,
        escapeHtml(lead),
        '',
        `${texts.note} <a href="${page}" style="color:#6b6258">${page}</a>`,
        publicUrl,
      ),
    })
  }
}
