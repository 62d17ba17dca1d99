import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import looks from './looks.module.css'

interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'initialFocus' | 'onKeyDown' | 'children'> {
  open?: boolean
  /** The label of the button that sends the form. */
  submit: ReactNode
  variant?: 'primary' | 'danger'
  isSending?: boolean
  isDisabled?: boolean
  className?: string | undefined
  onClose: () => void
  onSubmit: () => void
}

/** Modal with one form, which its second button sends. Focuses the first field that the server refused. */
export function FormDialog({
  open = true,
  submit,
  variant = 'primary',
  isSending = false,
  isDisabled = false,
  className = looks.stack4,
  onClose,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isSending) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isSending])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={variant} loading={isSending} disabled={isDisabled}>
            {submit}
          </Button>
        </>
      }
      {...dialog}
    >
      <form
        ref={form}
        id={formId}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
