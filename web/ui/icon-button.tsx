import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Accessible name, and the tooltip unless `tooltip` is false. */
  label: string
  icon: ReactNode
  variant?: 'plain' | 'filled' | 'shade'
  /** State of a toggle button. */
  pressed?: boolean
  tooltip?: boolean | 'start' | 'end'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  label,
  icon,
  variant = 'plain',
  pressed,
  tooltip = true,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(styles.button, styles[variant], className)}
      {...rest}
    >
      {icon}
    </button>
  )
  if (!tooltip) return button
  return (
    <Tooltip label={label} align={tooltip === true ? 'center' : tooltip}>
      {button}
    </Tooltip>
  )
}
