/** A button inside a toast. */
export interface ToastAction {
  label: string
  onAction: () => void
}
