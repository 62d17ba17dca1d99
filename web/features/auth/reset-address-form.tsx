import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { EmailInput } from '#contract/auth.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useFieldText } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './auth-form.module.css'
import type { CodeTimes } from './code-times.ts'
import { type ForgotEvent, forgotTimes } from './forgot-flow.ts'

/**
 * Asks for a code. Where the server fails, whether an address is known must show nowhere: the flow goes on as if a code
 * were on its way. Throws for a 429, and where no answer came.
 */
export async function askResetCode(email: string): Promise<{ times: CodeTimes; message: string }> {
  try {
    const sent = await api('POST /auth/forgot-password', { body: { email } })
    return { times: forgotTimes(sent, Date.now()), message: sent.message }
  } catch (error) {
    if (error instanceof ApiError && error.status !== 429) return { times: forgotTimes(null, Date.now()), message: '' }
    throw error
  }
}

interface ResetAddressFormProps {
  email: string
  dispatch: (event: ForgotEvent) => void
}

export function ResetAddressForm({ email, dispatch }: ResetAddressFormProps) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    resolver: zodResolver(EmailInput),
    defaultValues: { email },
  })
  const submit = handleSubmit(async (input) => {
    try {
      const { times } = await askResetCode(input.email)
      dispatch({ type: 'codeSent', email: input.email, times })
    } catch (error) {
      toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldText(formState.errors.email?.message)}
        {...register('email')}
      />
      <Button type="submit" wide loading={formState.isSubmitting}>
        {t('account.verify.send')}
      </Button>
    </form>
  )
}
