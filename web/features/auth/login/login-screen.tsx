import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { LoginInput } from '#contract/auth/auth.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { lazyResolver } from '../../../lib/lazy-resolver.ts'
import { paths } from '../../../lib/paths.ts'
import { Link, useLocation, useNavigate } from '../../../lib/router.tsx'
import { signOut } from '../../../lib/session.ts'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../form/auth-form.module.css'
import { AuthFrame } from '../form/auth-frame.tsx'
import { EmailField } from '../form/email-field.tsx'
import { PasskeyLogin } from '../passkeys/passkey-login.tsx'
import { ProviderButtons } from '../providers/provider-buttons.tsx'
import { useProviders, useProvidersOnly } from '../providers/provider-config.ts'
import { ProviderResult } from '../providers/provider-result.tsx'
import { ProvidersOnly } from '../providers/providers-only.tsx'
import { NOT_OPEN_KEYS } from '../register/not-open.ts'
import { TermsStatement } from '../register/terms-statement.tsx'
import { completeSignIn, enterSuspended } from './complete-sign-in.ts'

const loginRules = lazyResolver<LoginInput>(() => import('./login-rules.ts').then((module) => module.checkLogin))

export function LoginScreen() {
  const { t } = useTranslation()
  const { name, membersOnly, registration } = useSite()
  const isProvidersOnly = useProvidersOnly()
  return (
    <AuthFrame
      title={t('account.login.title')}
      lead={membersOnly ? t('account.membersLead', { site: name }) : t('account.login.lead')}
      footer={
        !isProvidersOnly && (registration === 'open' ? <RegisterHint /> : <p>{t(NOT_OPEN_KEYS[registration])}</p>)
      }
    >
      <ProviderResult />
      {isProvidersOnly ? <ProvidersOnly /> : <LoginForm />}
    </AuthFrame>
  )
}

function RegisterHint() {
  const { t } = useTranslation()
  return (
    <p>
      {t('account.login.noAccount')}{' '}
      <Link to={paths.register} className={styles.link}>
        {t('common.register')}
      </Link>
    </p>
  )
}

function LoginForm() {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const providers = useProviders()
  const { state } = useLocation() as { state: { email?: string; isVerified?: boolean } | null }
  const { register, handleSubmit, formState, setError, setFocus, watch } = useForm<LoginInput>({
    resolver: loginRules,
    defaultValues: { email: state?.email ?? '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const isAddressKnown = Boolean(state?.email)
  useEffect(() => {
    if (isAddressKnown) setFocus('password')
  }, [isAddressKnown, setFocus])

  const submit = handleSubmit(async (input) => {
    try {
      await completeSignIn((await logIn(input)).data)
    } catch (error) {
      if (await enterSuspended(error)) return
      signOut()
      const unverified = await unverifiedAddress(error)
      if (unverified) return navigate(paths.verifyEmail(unverified.email), { state: unverified })
      if (showFieldErrors(error, ['email', 'password'], setError)) return
      // The server's message stays at the form until the next attempt. Errors without a message are not the form's fault.
      if (error instanceof ApiError && error.message && error.status !== 500)
        setError('root', { message: error.message })
      else toast.error(error)
      setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {state?.isVerified && (
        <p className={styles.news} role="status">
          {t('account.login.verified')}
        </p>
      )}
      <EmailField autoComplete="username webauthn" error={fieldText(errors.email?.message)} {...register('email')} />
      <PasswordField
        label={t('account.password')}
        autoComplete="current-password"
        aside={
          <Link to={paths.forgotPassword} state={{ email: watch('email') }} className={styles.forgot}>
            {t('account.login.forgot')}
          </Link>
        }
        error={fieldText(errors.password?.message)}
        {...register('password')}
      />
      {errors.root?.message && (
        <p className={styles.problem} role="alert">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" wide loading={isSubmitting} className={styles.submit ?? ''}>
        {t('common.login')}
      </Button>
      <PasskeyLogin />
      <ProviderButtons />
      {providers && providers.length > 0 && <TermsStatement about="provider" />}
    </form>
  )
}

/** Retries the login without an expired token. */
async function logIn(input: LoginInput) {
  try {
    return await api('POST /auth/login', { body: input })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.tokenInvalid') throw error
    signOut()
    return api('POST /auth/login', { body: input })
  }
}

/** If the login failed because the address is unverified, returns the address and stores the registration token. */
async function unverifiedAddress(error: unknown) {
  if (!(error instanceof ApiError) || error.body.requiresVerification !== true) return null
  const { email, registrationToken, canResendAt, expiresAt } = error.body
  if (typeof email !== 'string') return null
  if (typeof registrationToken === 'string') {
    const { storeRegistrationToken } = await import('../register/registration-token.ts')
    storeRegistrationToken(email, registrationToken)
  }
  return { email, canResendAt, expiresAt }
}
