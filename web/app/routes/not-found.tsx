import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { MessageScreen } from '../../ui/message-screen.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export function NotFoundRoute() {
  const { t } = useTranslation()
  return (
    <MessageScreen
      mood="puzzled"
      sign="404"
      title={t('errorScreens.notFound.title')}
      text={t('errorScreens.notFound.text')}
    >
      <PageTitle>{t('errorScreens.notFound.title')}</PageTitle>
      <ButtonLink to={paths.home}>{t('common.backToApp')}</ButtonLink>
    </MessageScreen>
  )
}
