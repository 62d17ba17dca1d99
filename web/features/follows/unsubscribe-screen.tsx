import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MessageScreen } from '../../ui/message-screen.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { toast } from '../../ui/toast.ts'
import { switchOffMails } from './switch-off-mails.ts'

/** Target of the unsubscribe link. Asks for confirmation, since link scanners must not unsubscribe users. */
export function UnsubscribeScreen() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => switchOffMails(query.get('token') ?? ''),
    onError: (problem) => {
      if (!isBroken(problem)) toast.error(problem)
    },
  })
  const title = <PageTitle>{t('follows.unsubscribe.title')}</PageTitle>
  const home = <ButtonLink to={paths.home}>{t('common.backToApp')}</ButtonLink>
  if (isSuccess) {
    return (
      <MessageScreen mood="grin" title={t('follows.unsubscribe.done')} text={t('follows.unsubscribe.doneText')}>
        {title}
        {home}
      </MessageScreen>
    )
  }
  if (isBroken(error)) {
    return (
      <MessageScreen mood="puzzled" title={t('follows.unsubscribe.broken')} text={t('follows.unsubscribe.brokenText')}>
        {title}
        {home}
      </MessageScreen>
    )
  }
  return (
    <MessageScreen mood="asleep" title={t('follows.unsubscribe.title')} text={t('follows.unsubscribe.text')}>
      {title}
      <Button loading={isPending} onClick={() => mutate()}>
        {t('follows.unsubscribe.confirm')}
      </Button>
      <ButtonLink to={paths.home} variant="secondary">
        {t('common.backToApp')}
      </ButtonLink>
    </MessageScreen>
  )
}

const isBroken = (error: unknown) => error instanceof ApiError && error.status === 400
