import { KeyRound } from 'lucide-react'
import type { Passkey } from '#contract/auth/passkeys.ts'
import { api } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { useChange } from '../../../ui/use-change.ts'
import { SECOND_FACTOR_KEY } from '../second-factor/second-factor-query.ts'
import styles from '../sign-in-data/session-list.module.css'
import { PASSKEYS_KEY } from './passkeys-key.ts'

export function PasskeyRow({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const { t, language } = useTranslation()
  const { name, createdAt, lastUsedAt, synced } = passkey
  const { isRunning, change } = useChange(PASSKEYS_KEY, SECOND_FACTOR_KEY)
  const facts = [
    t('account.passkeys.addedAt', { time: formatMoment(createdAt, language) }),
    ...(lastUsedAt ? [t('account.passkeys.usedAt', { time: formatMoment(lastUsedAt, language) })] : []),
    ...(synced ? [t('account.passkeys.synced')] : []),
  ]
  return (
    <li className={styles.row}>
      <KeyRound size={22} aria-hidden="true" />
      <div className={styles.what}>
        <strong>{name}</strong>
        <span className={looks.quiet}>{facts.join(' · ')}</span>
      </div>
      <Button variant="ghost" size="sm" aria-label={t('account.passkeys.renameOf', { name })} onClick={onRename}>
        {t('account.passkeys.rename')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        loading={isRunning}
        aria-label={t('account.passkeys.removeOf', { name })}
        onClick={() => void change(() => api('DELETE /users/me/passkeys/{id}', { params: { id: passkey._id } }))}
      >
        {t('account.passkeys.remove')}
      </Button>
    </li>
  )
}
