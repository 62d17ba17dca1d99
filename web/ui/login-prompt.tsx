import { useRef } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { useOpenRegistration } from '../lib/site.ts'
import { Button, ButtonLink } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FrameFace } from './frame-face.tsx'
import styles from './login-prompt.module.css'

interface LoginPromptProps {
  open: boolean
  /** Title; the default states that the user is not logged in. */
  title?: string
  /** Called on login or register. Both navigate on their own. */
  onEnter?: () => void
  /** Closes the prompt without logging in. */
  onClose: () => void
}

/** Login prompt for members-only actions. Import it lazily, since it includes the dialog. */
export function LoginPrompt({ open, title, onEnter, onClose }: LoginPromptProps) {
  const { t } = useTranslation()
  const canRegister = useOpenRegistration()
  const heading = title ?? t('common.loginPrompt.title')
  const enter = onEnter && { onClick: onEnter }
  const login = useRef<HTMLAnchorElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={heading}
      size="sm"
      hideTitle
      initialFocus={login}
    >
      <div className={styles.prompt}>
        <FrameFace mood="grin" className={styles.picture} />
        <p className={styles.title} aria-hidden="true">
          {heading}
        </p>
        <p className={styles.text}>{t(canRegister ? 'common.loginPrompt.text' : 'common.loginPrompt.loginOnly')}</p>
        <ButtonLink ref={login} to={paths.login} wide {...enter}>
          {t('common.login')}
        </ButtonLink>
        {canRegister && (
          <ButtonLink to={paths.register} variant="secondary" wide {...enter}>
            {t('common.register')}
          </ButtonLink>
        )}
        <Button variant="ghost" wide onClick={onClose}>
          {t('common.backToApp')}
        </Button>
      </div>
    </Dialog>
  )
}
