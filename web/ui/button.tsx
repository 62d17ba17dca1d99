import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from '../lib/router.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

interface Look {
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  /** Fills the width of its line. */
  wide?: boolean
  icon?: ReactNode
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows a spinner in place of the icon and ignores presses, but does not lose the focus. */
  loading?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = 'primary',
  size = 'md',
  wide,
  icon,
  loading = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={loading && type === 'submit' ? 'button' : type}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={look({ variant, size, wide }, className)}
      onClick={loading ? undefined : onClick}
      {...rest}
    >
      {loading ? <Spinner size="1.1em" /> : icon}
      {children}
    </button>
  )
}

interface ButtonLinkProps extends Look {
  to: string
  /** Navigation state for the target screen. */
  state?: unknown
  children: ReactNode
  className?: string
  onClick?: () => void
  ref?: Ref<HTMLAnchorElement>
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={look({ variant, size, wide }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}

function look(
  { variant, size, wide }: { variant: ButtonVariant; size: 'md' | 'sm'; wide: boolean | undefined },
  className: string | undefined,
) {
  return classNames(styles.button, styles[variant], size === 'sm' && styles.sm, wide && styles.wide, className)
}
