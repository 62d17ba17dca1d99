import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { closeWelcome, isFirstVisit, noteVisit } from './first-visit.ts'
import styles from './welcome.module.css'

/** Introduces the site to visitors in one sentence, in one tab. web/first-view/screens/home.ts paints the same. */
export function Welcome() {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isOpen, setOpen] = useState(isFirstVisit)
  const isMember = user !== null
  useEffect(() => noteVisit(isMember), [isMember])
  if (isMember || !isOpen) return null
  const close = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // Otherwise the focus is lost with the button.
    currentTarget.closest('main')?.focus()
    closeWelcome()
    setOpen(false)
  }
  return (
    <div className={styles.welcome}>
      <p className={styles.text}>{t('feed.welcome.text')}</p>
      <IconButton label={t('feed.welcome.close')} icon={<X size={20} />} tooltip="end" onClick={close} />
    </div>
  )
}
