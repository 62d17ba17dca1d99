import type { ComponentProps } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** Email field of sign-in forms. Password managers treat the address as the username. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('account.email')}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
