import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useOpenRegistration } from '../../../lib/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './login-to-upload.module.css'
import { quickUpload } from './quick-upload-modal-state.ts'

/** Shows visitors the form blurred behind the login prompt. */
export function LoginToUpload({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const canRegister = useOpenRegistration()
  return (
    <div className={styles.overlay}>
      <div className={styles.blurred} inert aria-hidden="true">
        {children}
      </div>
      <div className={styles.prompt}>
        <p className={styles.text}>{t('upload.requireLogin')}</p>
        <div className={styles.buttons}>
          <ButtonLink to={paths.login} onClick={() => quickUpload.close()}>
            {t('common.login')}
          </ButtonLink>
          {canRegister && (
            <ButtonLink to={paths.register} variant="secondary" onClick={() => quickUpload.close()}>
              {t('common.register')}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  )
}
