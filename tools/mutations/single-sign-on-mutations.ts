// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of the code that is changed.
import { domains, type Mutation } from './mutation.ts'

const OIDC = 'auth/providers/oidc'
const FLOW = domains(`${OIDC}/oidc.api.test.ts`)
const ACCOUNTS = domains(`${OIDC}/oidc-accounts.api.test.ts`)
const LOGOUT = domains(`${OIDC}/oidc-logout.api.test.ts`)

export const singleSignOn: Mutation[] = [
  {
    rule: 'a sign-in at a provider continues only in the browser that began it',
    file: domains(`${OIDC}/oidc-routes.ts`),
    search: " || !isEqualConstantTime(query.get('state') ?? '', flow.state)",
    replace: '',
    tests: [FLOW],
  },
  {
    rule: 'a state of a sign-in is valid once',
    file: domains(`${OIDC}/record-ticket.ts`),
    search: 'if (!isFirst) throw',
    replace: 'if (isFirst === undefined) throw',
    tests: [FLOW],
  },
  {
    rule: 'an ID token needs the nonce of the sign-in',
    file: domains(`${OIDC}/oidc-provider.ts`),
    search: 'expectedNonce: secrets.nonce,',
    replace: '',
    tests: [FLOW],
  },
  {
    rule: 'an ID token needs a signature of the provider',
    file: domains(`${OIDC}/oidc-provider.ts`),
    search: '        await verifyWithFreshKeys(tokens.id_token, keys, config)\n',
    replace: '',
    tests: [FLOW],
  },
  {
    rule: 'a new key of a provider is read at once',
    file: domains(`${OIDC}/oidc-provider.ts`),
    search: '    await keys.reload()\n',
    replace: '',
    tests: [FLOW],
  },
  {
    rule: 'an account is linked only with an address that the provider has verified',
    file: domains(`${OIDC}/finish-provider-sign-in.ts`),
    search: "if (!person.emailVerified) throw new AppError('auth.emailInUse')",
    replace: '',
    tests: [ACCOUNTS],
  },
  {
    rule: 'an account is linked only after a proof',
    file: domains('auth/proof/fresh-proof.ts'),
    search: 'if (!(await verifyPassword(me.password_hash, password))) {',
    replace: 'if (!me.password_hash) {',
    tests: [ACCOUNTS],
  },
  {
    rule: 'a logout token is valid once',
    file: domains(`${OIDC}/end-by-provider.ts`),
    search: 'if (!(await useOnce(tx, `logout ${key} ${jti}`, expiresAt)))',
    replace: 'if (!jti)',
    tests: [LOGOUT],
  },
  {
    rule: 'an ID token is no logout token',
    file: domains(`${OIDC}/oidc-provider.ts`),
    search: '    event !== null &&\n    nonce === undefined\n',
    replace: '    event !== null\n',
    tests: [LOGOUT],
  },
  {
    rule: 'a logout by the provider also ends a sign-in that is not finished',
    file: domains(`${OIDC}/ticket-queries.ts`),
    search: "  await tx\n    .deleteFrom('provider_tickets')",
    replace: "  await tx\n    .deleteFrom('provider_tickets')\n    .where('token_hash', '=', '')",
    tests: [LOGOUT],
  },
  {
    rule: 'a role that an admin gave stays without a group',
    file: domains(`${OIDC}/group-role.ts`),
    search: 'if (!isRaised && (await findGrantedRole(tx, person)) !== user.role) return',
    replace: '',
    tests: [ACCOUNTS],
  },
]
