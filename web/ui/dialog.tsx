import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { trapFocus } from './trap-focus.ts'
import { visuallyHidden } from './visually-hidden.tsx'

interface DialogProps {
  open: boolean
  /** Called with false by the close button, Escape, or a press outside. */
  onOpenChange: (open: boolean) => void
  title: string
  /** Only screen readers get the title; the content shows its own. */
  hideTitle?: boolean
  description?: string
  size?: 'sm' | 'md' | 'lg' | 'full'
  /** Always visible below the content; for buttons. */
  footer?: ReactNode
  /** Initial focus; defaults to the first field or button. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Returns the element to focus on closing. If null, the previously focused element gets the focus. */
  finalFocus?: () => HTMLElement | null
  /** Keys of the whole modal, regardless of the focus in it. */
  onKeyDown?: (event: KeyboardEvent) => void
  className?: string
  children: ReactNode
}

/**
 * Modal that traps and restores the focus, closes on Escape, and locks the page. Below 640 px it is a full-screen sheet. Only
 * import it from lazy chunks: the home page must not include it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  hideTitle = false,
  description,
  size = 'md',
  footer,
  initialFocus,
  finalFocus,
  onKeyDown,
  className,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (details.reason === 'outside-press' && isOnToast(details.event)) details.cancel()
    else onOpenChange(next)
  }
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        {/* Also over another modal: content below must not be clickable. */}
        <Base.Backdrop forceRender className={styles.backdrop} data-scrim="" />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={classNames(styles.popup, styles[size], className)}
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus } : {})}
            onKeyDown={(event) => {
              onKeyDown?.(event)
              trapFocus(event)
            }}
          >
            <div className={classNames(styles.head, hideTitle && styles.bare)}>
              <Base.Title className={hideTitle ? visuallyHidden : styles.title}>{title}</Base.Title>
              <Base.Close
                render={<IconButton label={t('common.close')} icon={<X size={22} />} tooltip={false} />}
                className={styles.close}
              />
            </div>
            <div className={styles.body}>
              {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              {children}
            </div>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Toasts are above the modal: pressing one does not close the modal. */
const isOnToast = ({ target }: Event): boolean => target instanceof Element && target.closest('.Toastify') !== null
