import { WEBHOOKS_PAGE } from '#contract/pages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { mailPage } from '../mail/mail-page.ts'
import { notifyOfWebhook } from '../notifications/notify.ts'
import { findAdmins } from './queries.ts'
import { hostOf } from './rules.ts'

/**
 * Notifies every admin by bell and mail that a webhook was disabled, in the transaction that disables it. Includes only the host
 * of its address, since the rest may be secret.
 */
export async function notifyDisabled(
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
    const t = textsOf('webhooks', language)
    const lead = t(because, { host })
    await enqueueMail(deps, tx, {
      to: email,
      subject: t('subject'),
      text: `${lead}\n\n${t('note')} ${page}\n`,
      html: mailPage(
        language,
        escapeHtml(lead),
        '',
        `${escapeHtml(t('note'))} <a href="${page}" style="color:#6b6258">${page}</a>`,
        publicUrl,
      ),
    })
  }
}
