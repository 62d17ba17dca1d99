import { PAGES } from '#contract/pages.ts'
import styles from '../../features/auth/form/auth-form.module.css'
import { element, icon } from '../element.ts'
import {
  footerLink,
  paintAuthFrame,
  paintField,
  paintProviders,
  paintTerms,
  refusalOf,
  showsForm,
  wideButton,
} from '../paint-auth-frame.ts'
import { answerTo, paintPage } from '../paint-page.ts'
import { firstText } from '../viewer.ts'

/** Paints features/auth/login/login-screen.tsx in its empty state. On a site for members only, strangers get it at every address. */
paintPage((root, view) => {
  if (!showsForm(PAGES.login)) return
  const { membersOnly, providersOnly, providerNames } = view.site
  const origin = answerTo(view, 'GET /config')?.data.passkeyOrigin
  const hasPasskeys = origin === location.origin && 'PublicKeyCredential' in globalThis
  const fields = [
    paintField(firstText('account.email')),
    paintField(firstText('account.password'), {
      aside: element('span', styles.forgot, firstText('account.login.forgot')),
    }),
    wideButton('primary', styles.submit ?? '', firstText('common.login')),
    ...(hasPasskeys ? [wideButton('secondary', '', icon(18), firstText('account.login.passkey'))] : []),
  ]
  const parts = [...(providersOnly ? [] : fields), ...paintProviders(view)]
  if (providersOnly || providerNames.length > 0) parts.push(paintTerms('account.linking.terms'))
  const refusal = refusalOf(view)
  const register = [firstText('account.login.noAccount'), ' ', footerLink(PAGES.register, firstText('common.register'))]
  paintAuthFrame(root, view, {
    title: firstText('account.login.title'),
    lead: firstText(membersOnly ? 'account.membersLead' : 'account.login.lead'),
    form: element('div', styles.form, ...parts),
    footer: providersOnly ? [] : refusal === undefined ? register : [refusal],
  })
})
