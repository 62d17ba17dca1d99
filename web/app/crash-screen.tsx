import { RotateCw } from 'lucide-react'
import { useTranslation } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { MessageScreen } from '../ui/message-screen.tsx'

/**
 * Shown after a crash. Both links reload the page: the crash would recur, and a release may have replaced the application's
 * files.
 */
export function CrashScreen() {
  const { t } = useTranslation()
  return (
    <MessageScreen mood="broken" title={t('errorScreens.crash.title')} text={t('errorScreens.crash.text')}>
      <Button icon={<RotateCw size={18} />} onClick={() => location.reload()}>
        {t('errorScreens.crash.reload')}
      </Button>
      <Button variant="secondary" onClick={() => location.assign(paths.home)}>
        {t('common.backToApp')}
      </Button>
    </MessageScreen>
  )
}
