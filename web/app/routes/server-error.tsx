import { lastFailedRequest } from '../../lib/failed-request.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useNavigate } from '../../lib/router.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MessageScreen } from '../../ui/message-screen.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export function ServerErrorRoute() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = lastFailedRequest()
  return (
    <MessageScreen
      mood="broken"
      sign="500"
      title={t('errorScreens.server.title')}
      text={t('errorScreens.server.text')}
      note={id && t('common.errorId', { id })}
    >
      <PageTitle>{t('errorScreens.server.title')}</PageTitle>
      <ButtonLink to={paths.home}>{t('common.backToApp')}</ButtonLink>
      <Button variant="secondary" onClick={() => void navigate(-1)}>
        {t('errorScreens.server.back')}
      </Button>
    </MessageScreen>
  )
}
