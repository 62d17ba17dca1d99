import { useEffect, useState } from 'react'
import type { GuestLinkTarget } from '#contract/memes/guest-links.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import { copyText } from './copy-picture.ts'

type ById = { params: { id: string }; signal?: AbortSignal }
const CALLS = {
  meme: {
    get: (by: ById) => api('GET /meme/{id}/guest-link', by),
    make: (by: ById) => api('PUT /meme/{id}/guest-link', by),
    end: (by: ById) => api('DELETE /meme/{id}/guest-link', by),
  },
  album: {
    get: (by: ById) => api('GET /albums/{id}/guest-link', by),
    make: (by: ById) => api('PUT /albums/{id}/guest-link', by),
    end: (by: ById) => api('DELETE /albums/{id}/guest-link', by),
  },
}

const HINTS = { meme: 'guestLink.hint.meme', album: 'guestLink.hint.album' } as const

interface DialogProps {
  target: GuestLinkTarget
  open: boolean
  onClose: () => void
}

/** Makes, shows, and ends the link that shows an own meme or album to people without an account. */
export function GuestLinkDialog({ target, open, onClose }: DialogProps) {
  const { t } = useTranslation()
  /** Undefined while unknown, null if there is none. */
  const [url, setUrl] = useState<string | null>()
  const { isRunning, run } = useTask()
  const { kind, id } = target
  useEffect(() => {
    if (!open) return
    setUrl(undefined)
    const controller = new AbortController()
    const { signal } = controller
    CALLS[kind].get({ params: { id }, signal }).then(
      ({ data }) => setUrl(data?.url ?? null),
      (error: unknown) => {
        if (signal.aborted) return
        toast.error(error)
        onClose()
      },
    )
    return () => controller.abort()
  }, [open, kind, id, onClose])

  const make = () => run(async () => setUrl((await CALLS[kind].make({ params: { id } })).data.url))
  const end = () =>
    run(async () => {
      await CALLS[kind].end({ params: { id } })
      toast.success(t('guestLink.ended'))
      setUrl(null)
    })
  const copy = (address: string) =>
    copyText(address).then(
      () => toast.success(t('guestLink.copied')),
      () => toast.info(address),
    )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('guestLink.title')}
      description={t(HINTS[kind])}
      size="sm"
      footer={
        <>
          {url ? (
            <Button variant="secondary" loading={isRunning} onClick={() => void end()}>
              {t('guestLink.end')}
            </Button>
          ) : (
            <Button variant="secondary" onClick={onClose}>
              {t('guestLink.close')}
            </Button>
          )}
          {url ? (
            <Button onClick={() => void copy(url)}>{t('guestLink.copy')}</Button>
          ) : (
            <Button loading={isRunning} disabled={url === undefined} onClick={() => void make()}>
              {t('guestLink.make')}
            </Button>
          )}
        </>
      }
    >
      {url === undefined && <Skeleton height="4rem" />}
      {url && (
        <TextField
          label={t('guestLink.address')}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Dialog>
  )
}
