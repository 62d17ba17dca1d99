import { type FormEvent, useState } from 'react'
import type { NewPasskeyOptions, Passkey } from '#contract/auth/passkeys.ts'
import { PASSKEY_NAME_MAX_CHARS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { makePasskey } from './browser-passkeys.ts'

interface PasskeyNameDialogProps {
  /** A passkey to rename, or the creation options for a new one. */
  named: NewPasskeyOptions | Passkey
  onClose: () => void
  onDone: () => void
}

/** Names and creates a new passkey, or renames an existing one. */
export function PasskeyNameDialog({ named, onClose, onDone }: PasskeyNameDialogProps) {
  const { t } = useTranslation()
  const isNew = 'challenge' in named
  const [name, setName] = useState(isNew ? deviceName() : named.name)
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setProblem('')
    try {
      if (isNew) {
        const credential = await makePasskey(named)
        if (!credential) return setSending(false)
        await api('POST /users/me/passkeys', { body: { name, credential } })
        toast.success(t('account.passkeys.added'))
      } else await api('PUT /users/me/passkeys/{id}', { params: { id: named._id }, body: { name } })
      onDone()
    } catch (error) {
      setSending(false)
      if (error instanceof ApiError && error.message) setProblem(error.errors[0]?.message ?? error.message)
      else toast.error(error)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isNew ? 'account.passkeys.add' : 'account.passkeys.rename')}
      size="sm"
    >
      <form className={looks.stack4} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('account.passkeys.name')}
          hint={t('account.passkeys.nameHint')}
          maxChars={PASSKEY_NAME_MAX_CHARS}
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
          error={problem}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" wide loading={sending} disabled={name.trim() === ''}>
          {t(isNew ? 'account.passkeys.create' : 'account.passkeys.save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Returns the kind of this device as the default name of its passkey. */
function deviceName(): string {
  const [found = ''] = /iPhone|iPad|Android|Windows|Mac|Linux/.exec(navigator.userAgent) ?? []
  return found
}
