import { type ChosenKind, DIGEST_KINDS, NOTIFICATION_KINDS } from '#contract/notifications/notifications.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSendsMail } from '../../../lib/site-config.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { PanelSection } from '../../../ui/panel-section.tsx'
import styles from './preferences-panel.module.css'
import { usePush } from './push.ts'
import { useSaved } from './use-saved.ts'

// i18n-keys: account.preferences.kind.*
const CHANNEL_KEYS = {
  notifications: 'account.preferences.channel.bell',
  mails: 'account.preferences.channel.mail',
  pushes: 'account.preferences.channel.push',
} as const
type Channel = keyof typeof CHANNEL_KEYS

/** Default for sessions stored by versions without these preferences. */
const isOnAtFirst = (channel: Channel, kind: ChosenKind) =>
  kind !== 'post' && (channel !== 'mails' || !DIGEST_KINDS.some((one) => one === kind))

/** Moderators' decisions always appear on the site, and are always mailed. */
const isFixed = (channel: Channel, kind: ChosenKind) => channel !== 'pushes' && kind === 'moderation'

/** Table of notification preferences: kinds as rows, channels as columns. Unavailable channels have no column. */
export function NotificationGrid({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [wanted, save] = useSaved<{ channel: Channel; kind: ChosenKind; isOn: boolean }>()
  const { data: push } = usePush()
  const sendsMail = useSendsMail()
  const isOffered = {
    notifications: true,
    mails: sendsMail && Boolean(user.email),
    pushes: Boolean(push?.data.publicKey),
  } satisfies Record<Channel, boolean>
  const channels = (['notifications', 'mails', 'pushes'] as const).filter((channel) => isOffered[channel])
  const isOn = (channel: Channel, kind: ChosenKind) =>
    wanted?.channel === channel && wanted.kind === kind
      ? wanted.isOn
      : isFixed(channel, kind) || (user.preferences[channel]?.[kind] ?? isOnAtFirst(channel, kind))
  return (
    <PanelSection
      wide
      title={t('account.preferences.bell')}
      hint={sendsMail ? t('account.preferences.bellHint') : t('account.preferences.bellHintNoMail')}
    >
      <table className={styles.grid}>
        <thead>
          <tr>
            <td />
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {t(CHANNEL_KEYS[channel])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`account.preferences.kind.${kind}`)}</th>
              {channels.map((channel) => (
                <td key={channel}>
                  <label className={styles.cell}>
                    <input
                      type="checkbox"
                      aria-label={`${t(`account.preferences.kind.${kind}`)}: ${t(CHANNEL_KEYS[channel])}`}
                      checked={isOn(channel, kind)}
                      disabled={wanted !== null || isFixed(channel, kind)}
                      onChange={({ target }) =>
                        void save({ [channel]: { [kind]: target.checked } }, { channel, kind, isOn: target.checked })
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PanelSection>
  )
}
