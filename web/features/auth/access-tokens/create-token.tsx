import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type NewAccessToken, TOKEN_SCOPES, TokenInput } from '#contract/auth/tokens.ts'
import { api } from '../../../lib/api.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './access-tokens.module.css'

// i18n-keys: tokens.scope.*
export function CreateToken({ onCreated }: { onCreated: (token: NewAccessToken) => void }) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, handleSubmit, formState, setError, reset } = useForm<TokenInput>({
    resolver: zodResolver(TokenInput),
    defaultValues: { name: '', scopes: ['read'] },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (input) => {
    try {
      onCreated((await api('POST /users/me/tokens', { body: input })).data)
      reset()
    } catch (error) {
      if (!showFieldErrors(error, ['name'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        autoComplete="off"
        error={fieldText(errors.name?.message)}
        {...register('name')}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('tokens.may')}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <label key={scope} className={styles.scope}>
            <input type="checkbox" value={scope} {...register('scopes')} />
            {t(`tokens.scope.${scope}`)}
          </label>
        ))}
        {errors.scopes && (
          <p className={looks.problem} role="alert">
            {t('tokens.scopeFirst')}
          </p>
        )}
      </fieldset>
      <Button type="submit" variant="secondary" loading={isSubmitting}>
        {t('tokens.create')}
      </Button>
    </form>
  )
}
