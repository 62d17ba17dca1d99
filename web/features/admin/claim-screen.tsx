import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { updateUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MessageScreen } from '../../ui/message-screen.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { toast } from '../../ui/toast.ts'

/** Target of the link that creates the first admin. */
export function ClaimScreen() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api('POST /admin/claim', { body: { token: address.get('token') ?? '' } }),
    onSuccess: ({ role }) => updateUser({ role }),
    onError: (problem) => {
      if (!isBroken(problem)) toast.error(problem)
    },
  })
  const title = <PageTitle>{t('admin.claim.title')}</PageTitle>
  if (isSuccess) {
    return (
      <MessageScreen isInMain mood="grin" title={t('admin.claim.done')} text={t('admin.claim.doneText')}>
        {title}
        <ButtonLink to={paths.bulkUpload}>{t('admin.claim.upload')}</ButtonLink>
        <ButtonLink to={paths.admin} variant="secondary">
          {t('admin.title')}
        </ButtonLink>
      </MessageScreen>
    )
  }
  if (isBroken(error)) {
    return (
      <MessageScreen isInMain mood="puzzled" title={t('admin.claim.broken')} text={t('admin.claim.brokenText')}>
        {title}
        <ButtonLink to={paths.home}>{t('common.backToApp')}</ButtonLink>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen isInMain mood="grin" title={t('admin.claim.title')} text={t('admin.claim.text')}>
      {title}
      <Button loading={isPending} onClick={() => mutate()}>
        {t('admin.claim.confirm')}
      </Button>
    </MessageScreen>
  )
}

const isBroken = (error: unknown) => error instanceof ApiError && error.status === 400
