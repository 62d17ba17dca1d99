import { Suspense } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { closeLoginPrompt, loginPrompt } from '../lib/login-request.ts'
import { useStore } from '../lib/store.ts'
import { lazyDialog } from '../ui/lazy-dialog.ts'

const LoginPrompt = lazyDialog(() => import('../ui/login-prompt.tsx').then((module) => module.LoginPrompt))

/** The login prompt, shown over the screen on which a visitor used a members-only feature. */
export function LoginPromptSlot() {
  const { t } = useTranslation()
  const isOpen = useStore(loginPrompt)
  if (!isOpen) return null
  return (
    <Suspense>
      <LoginPrompt
        open
        title={t('auth.loginRequired')}
        onEnter={() => closeLoginPrompt('entering')}
        onClose={() => closeLoginPrompt('declined')}
      />
    </Suspense>
  )
}
