import { useForm } from 'react-hook-form'
import { PASSWORD_MIN_CHARS, TERMS_VERSION } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { lazyResolver } from '../../../lib/lazy-resolver.ts'
import { paths } from '../../../lib/paths.ts'
import { Link, useNavigate, useSearchParams } from '../../../lib/router.tsx'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../form/auth-form.module.css'
import { AuthFrame } from '../form/auth-frame.tsx'
import { EmailField } from '../form/email-field.tsx'
import { NoMailNotice } from '../form/no-mail-notice.tsx'
import { ProviderButtons } from '../providers/provider-buttons.tsx'
import { useProvidersOnly } from '../providers/provider-config.ts'
import { ProvidersOnly } from '../providers/providers-only.tsx'
import { NOT_OPEN_KEYS } from './not-open.ts'
import type { RegisterForm } from './register-rules.ts'
import { storeRegistrationToken } from './registration-token.ts'
import { TermsStatement } from './terms-statement.tsx'

const registrationRules = lazyResolver<RegisterForm>(() =>
  import('./register-rules.ts').then((module) => module.checkRegistration),
)

export function RegisterScreen() {
  const { t } = useTranslation()
  const refusal = useRefusal()
  return (
    <AuthFrame
      title={t('account.register.title')}
      lead={refusal ?? t('account.register.lead')}
      footer={
        <p>
          {t('account.register.haveAccount')}{' '}
          <Link to={paths.login} className={styles.link}>
            {t('common.login')}
          </Link>
        </p>
      }
    >
      {!refusal && <RegisterFields />}
    </AuthFrame>
  )
}

/** The reason for which the site would refuse the form; null if it may accept it. */
function useRefusal(): string | null {
  const { t } = useTranslation()
  const { registration } = useSite()
  const [parameters] = useSearchParams()
  const isProvidersOnly = useProvidersOnly()
  if (registration === 'open' || isProvidersOnly) return null
  return registration === 'invite' && parameters.has('invite') ? null : t(NOT_OPEN_KEYS[registration])
}

function useRegister() {
  const navigate = useNavigate()
  const invite = useSearchParams()[0].get('invite')
  const form = useForm<RegisterForm>({
    resolver: registrationRules,
    defaultValues: { email: '', username: '', password: '', confirmPassword: '' },
  })
  const submit = form.handleSubmit(async ({ confirmPassword: _, ...input }) => {
    try {
      const { email, canResendAt, expiresAt, registrationToken } = await api('POST /auth/register', {
        body: { ...input, acceptedTermsVersion: TERMS_VERSION, ...(invite ? { invite } : {}) },
      })
      storeRegistrationToken(email, registrationToken)
      await navigate(paths.verifyEmail(email), { state: { canResendAt, expiresAt } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.usernameTaken') {
        return form.setError('username', { message: error.message }, { shouldFocus: true })
      }
      if (!showFieldErrors(error, ['email', 'username', 'password'], form.setError)) toast.error(error)
    }
  })
  return { ...form, submit }
}

function RegisterFields() {
  return useProvidersOnly() ? <ProvidersOnly /> : <RegisterByPassword />
}

function RegisterByPassword() {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const {
    register,
    submit,
    formState: { errors, isSubmitting },
  } = useRegister()
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <NoMailNotice about="signUp" />
      <EmailField autoComplete="email" error={fieldText(errors.email?.message)} {...register('email')} />
      <TextField
        label={t('account.username')}
        hint={t('account.register.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldText(errors.username?.message)}
        {...register('username')}
      />
      <PasswordField
        label={t('account.password')}
        hint={t('account.register.passwordHint', { count: PASSWORD_MIN_CHARS })}
        strength
        autoComplete="new-password"
        error={fieldText(errors.password?.message)}
        {...register('password')}
      />
      <PasswordField
        label={t('account.confirmPassword')}
        autoComplete="new-password"
        error={fieldText(errors.confirmPassword?.message)}
        {...register('confirmPassword')}
      />
      <TermsStatement about="signUp" />
      <Button type="submit" wide loading={isSubmitting}>
        {t('account.register.submit')}
      </Button>
      <ProviderButtons />
    </form>
  )
}
