import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type CloseButtonProps, type Id, Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { ToastAction } from './toast-action.ts'
import './toaster.css'

interface ShownToast {
  kind: 'success' | 'error' | 'info'
  message: string
  actions: readonly ToastAction[]
  id: string | undefined
  closeAfterMs: number
}

const ICONS = {
  success: <CircleCheck size={22} />,
  error: <CircleAlert size={22} />,
  info: <Info size={22} />,
}

export function showToast({ kind, message, actions, id, closeAfterMs }: ShownToast): Id {
  const content = actions.length > 0 ? <WithActions message={message} actions={actions} /> : message
  if (id && toast.isActive(id)) {
    toast.update(id, { render: content, autoClose: closeAfterMs })
    return id
  }
  return toast(content, {
    type: kind,
    icon: ICONS[kind],
    autoClose: closeAfterMs,
    role: kind === 'error' ? 'alert' : 'status',
    ...(id ? { toastId: id } : {}),
  })
}

function WithActions({ message, actions }: { message: string; actions: readonly ToastAction[] }) {
  return (
    <span className="toast-with-action">
      <span>{message}</span>
      {actions.map(({ label, onAction }) => (
        <Button key={label} size="sm" variant="secondary" onClick={onAction}>
          {label}
        </Button>
      ))}
    </span>
  )
}

/** Position of toasts: below the top bar on wide screens, at the bottom on phones. */
export function Toaster({ label }: { label: string }) {
  return (
    <ToastContainer
      position="top-right"
      hideProgressBar
      closeButton={CloseToast}
      newestOnTop
      limit={4}
      transition={Slide}
      aria-label={label}
      pauseOnFocusLoss={false}
    />
  )
}

function CloseToast({ closeToast }: CloseButtonProps) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('common.close')}
      icon={<X size={18} />}
      tooltip={false}
      className="toast-close"
      onClick={(event) => {
        event.stopPropagation()
        closeToast(true)
      }}
    />
  )
}
