import { TOAST_CLOSE_MS } from '#contract/limits.ts'
import { ApiError, isAbort } from '../lib/api-error.ts'
import { translate } from '../lib/i18n.ts'
import { createStore } from '../lib/store.ts'
import type { ToastAction } from './toast-action.ts'

interface ToastOptions {
  action?: ToastAction
  /** Additional buttons. */
  actions?: readonly ToastAction[]
  /** A new toast replaces a visible one with the same id. */
  id?: string
  closeAfterMs?: number
}

/** Set by the first toast, which loads the library. */
export const toasterNeeded = createStore(false)
const load = () => import('./toaster.tsx')

function show(kind: 'success' | 'error' | 'info', message: string, options: ToastOptions = {}): void {
  const { action, actions, id, closeAfterMs = TOAST_CLOSE_MS } = options
  toasterNeeded.set(true)
  load()
    .then(({ showToast }) =>
      showToast({ kind, message, actions: actions ?? (action ? [action] : []), id, closeAfterMs }),
    )
    // Offline before the first toast: the library is not loaded, so show nothing.
    .catch(() => undefined)
}

export const toast = {
  success: (message: string, options?: ToastOptions): void => show('success', message, options),
  info: (message: string, options?: ToastOptions): void => show('info', message, options),
  /** Shows the server's message, or "An unexpected error occurred". Strings are shown as is. */
  error(problem: unknown, options?: ToastOptions): void {
    if (isAbort(problem)) return
    // A status of exactly 500 opens its own page.
    if (problem instanceof ApiError && problem.status === 500) return
    const detail = typeof problem === 'string' ? problem : problem instanceof ApiError ? problem.message : ''
    const message = detail || translate('toast.unexpectedError')
    show('error', message, { id: `error ${message}`, ...options })
  },
}
