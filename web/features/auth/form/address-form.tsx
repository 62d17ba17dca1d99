import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { EmailInput } from '#contract/auth/auth.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './auth-form.module.css'
import { EmailField } from './email-field.tsx'

interface AddressFormProps {
  /** Prefilled address. */
  email: string
  /** Requests a code and continues. The form shows errors, next to the field if they concern the address. */
  onSend: (email: string) => Promise<void>
}

/** Asks for the email address to send a code to. */
export function AddressForm({ email, onSend }: AddressFormProps) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, handleSubmit, formState, setError } = useForm<{ email: string }>({
    resolver: zodResolver(EmailInput),
    defaultValues: { email },
  })
  const submit = handleSubmit(async (input) => {
    try {
      await onSend(input.email)
    } catch (error) {
      if (!showFieldErrors(error, ['email'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField error={fieldText(formState.errors.email?.message)} {...register('email')} />
      <Button type="submit" wide loading={formState.isSubmitting}>
        {t('account.verify.send')}
      </Button>
    </form>
  )
}
