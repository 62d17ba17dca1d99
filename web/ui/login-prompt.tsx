import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../lib/paths.ts'
import { Button, ButtonLink } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FrameFace } from './frame-face.tsx'
import styles from './login-prompt.module.css'

interface LoginPromptProps {
  open: boolean
  /** Back to the app; login and register lead away by themselves. */
  onClose: () => void
}

/** Login prompt for members-only actions. Import it lazily, since it includes the dialog. */
export function LoginPrompt({ open, onClose }: LoginPromptProps) {
  const { t } = useTranslation()
  const login = useRef<HTMLAnchorElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('common.loginPrompt.title')}
      size="sm"
      hideTitle
      initialFocus={login}
    >
      <div className={styles.prompt}>
        <FrameFace mood="grin" className={styles.picture} />
        <p className={styles.title} aria-hidden="true">
          {t('common.loginPrompt.title')}
        </p>
        <p className={styles.text}>{t('common.loginPrompt.text')}</p>
        <ButtonLink ref={login} to={paths.login} wide>
          {t('common.login')}
        </ButtonLink>
        <ButtonLink to={paths.register} variant="secondary" wide>
          {t('common.register')}
        </ButtonLink>
        <Button variant="ghost" wide onClick={onClose}>
          {t('common.backToApp')}
        </Button>
      </div>
    </Dialog>
  )
}
