import { useEffect, useRef, useState } from 'react'
import type { SignedIn } from '#contract/auth/auth.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { type Proof, requestConfirmation } from '../../../lib/confirm-identity.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSearchParams } from '../../../lib/router.tsx'
import { signOut } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import styles from '../form/auth-form.module.css'
import { completeSignIn, enterSuspended } from '../login/complete-sign-in.ts'
import { useProviders } from './provider-config.ts'

/** Name of the parameter of the login page after a provider; its value is the provider's id. */
const PARAM = 'provider'

/** Finishes a sign-in at a provider, which leads to the login page, or shows why it failed. */
export function ProviderResult() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const id = query.get(PARAM)
  const name = useProviders()?.find((provider) => provider.id === id)?.name
  const [problem, setProblem] = useState('')
  const isAsked = useRef(false)

  useEffect(() => {
    if (id === null || isAsked.current) return
    isAsked.current = true
    // A reload must not repeat a finished sign-in.
    const leave = () => setQuery({}, { replace: true })
    finish().then(
      (isDone) => {
        if (!isDone) leave()
      },
      (error: unknown) => {
        signOut()
        leave()
        if (error instanceof ApiError && error.message) setProblem(error.message)
        else toast.error(error)
      },
    )
  }, [id, setQuery])

  if (problem)
    return (
      <div className={styles.form}>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
    )
  if (id === null) return null
  return (
    <div className={styles.form}>
      <p className={styles.news} role="status">
        {t('account.linking.finishing', { provider: name ?? '…' })}
      </p>
    </div>
  )
}

/** Returns false if the member closes the dialog without a proof. */
async function finish(): Promise<boolean> {
  try {
    await completeSignIn((await api('POST /auth/oidc', { body: {} })).data)
    return true
  } catch (error) {
    if (await enterSuspended(error)) return true
    if (!(error instanceof ApiError) || error.code !== 'auth.linkRequired') throw error
    return link(error)
  }
}

/** Asks for the password or the mailed code of the account with the same address. */
async function link(asked: ApiError): Promise<boolean> {
  let data: SignedIn['data'] | undefined
  const isLinked = await requestConfirmation(asked.body, async (proof: Proof) => {
    try {
      data = (await api('POST /auth/oidc', { body: proof })).data
    } catch (error) {
      if (!(await enterSuspended(error))) throw error
    }
  })
  if (data) await completeSignIn(data)
  return isLinked
}
