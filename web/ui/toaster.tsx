import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { AnimationEvent } from 'react'
import { type CloseButtonProps, type Id, Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { ToastAction } from './toast-action.ts'
import { toastRoom } from './toast-room.ts'
import './toaster.css'
import { useTranslation } from '../lib/i18n.ts'

/** More would take too much of a phone's screen; the others wait. */
const TOASTS_MAX = 2

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

/** The toasts that a new one with the same id replaces. The library ignores an id while its toast is leaving. */
const shownById = new Map<string, Id>()

export function showToast({ kind, message, actions, id, closeAfterMs }: ShownToast): void {
  const content = actions.length > 0 ? <WithActions message={message} actions={actions} /> : message
  const shown = id ? shownById.get(id) : undefined
  if (shown !== undefined && toast.isActive(shown)) {
    toast.update(shown, { render: content, autoClose: closeAfterMs })
    return
  }
  // Until the toaster is rendered, toasts wait.
  if (shown !== undefined) toast.dismiss(shown)
  const made = toast(content, {
    type: kind,
    icon: ICONS[kind],
    autoClose: closeAfterMs,
    role: kind === 'error' ? 'alert' : 'status',
    onClose: () => {
      if (id && shownById.get(id) === made) shownById.delete(id)
    },
  })
  if (id) shownById.set(id, made)
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

/** Toasts in a strip at the lower edge. */
export function Toaster({ label }: { label: string }) {
  return (
    <div ref={reserveRoom} className="toaster" onAnimationEndCapture={ignoreLateStart}>
      <ToastContainer
        position="bottom-center"
        hideProgressBar
        closeButton={CloseToast}
        newestOnTop
        limit={TOASTS_MAX}
        transition={Slide}
        aria-label={label}
        pauseOnFocusLoss={false}
      />
    </div>
  )
}

/**
 * The timer of a toast is an animation. If Chrome's compositor starts it later than the page assumed, it ends at 0 s, and starts
 * again: without this, the toast would vanish.
 */
function ignoreLateStart(event: AnimationEvent): void {
  if (event.elapsedTime === 0) event.stopPropagation()
}

/** Reserves room for the strip in pages, dialogs, and menus. */
function reserveRoom(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--toast-room', `${strip.offsetHeight}px`)
    toastRoom.set(strip.offsetHeight > 0 ? innerHeight - strip.getBoundingClientRect().top : 0)
  })
  observer.observe(strip, { box: 'border-box' })
  return () => {
    observer.disconnect()
    style.removeProperty('--toast-room')
    toastRoom.set(0)
  }
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
