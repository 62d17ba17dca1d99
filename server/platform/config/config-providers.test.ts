import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderForFile } from '#test/for-file.ts'
import { readConfig } from './config.ts'

const folder = await folderForFile()

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder.path, ...environment })
const KEYCLOAK = { OIDC_KEYCLOAK_ISSUER: 'https://sso.test/realms/memes/', OIDC_KEYCLOAK_CLIENT_ID: 'memes' }

test('a provider needs an issuer and a client, and the rest has defaults', () => {
  expect(read(KEYCLOAK).oidcProviders).toEqual([
    {
      id: 'keycloak',
      key: 'https://sso.test/realms/memes',
      issuer: 'https://sso.test/realms/memes',
      clientId: 'memes',
      clientSecret: undefined,
      name: 'Keycloak',
      icon: null,
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      roles: null,
      signUp: 'site',
    },
  ])
  expect(read({})).toMatchObject({ oidcProviders: [], oidcOnly: false })
})

test('several providers have a name, an icon, groups and a secret each, Google first', () => {
  const icon = path.join(folder.path, 'icon.svg')
  writeFileSync(icon, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const secret = path.join(folder.path, 'secret')
  writeFileSync(secret, 'of the file\n'.replaceAll(' ', '-'))
  const { oidcProviders } = read({
    ...KEYCLOAK,
    OIDC_KEYCLOAK_CLIENT_SECRET_FILE: secret,
    OIDC_KEYCLOAK_NAME: 'Công ty',
    OIDC_KEYCLOAK_ICON: icon,
    OIDC_KEYCLOAK_ROLES: 'cn=admins,ou=memes=admin'.replace(',', ' ').concat(', team memes = moderator'),
    OIDC_AUTHELIA_ISSUER: 'https://auth.test',
    OIDC_AUTHELIA_CLIENT_ID: 'memes',
    OIDC_AUTHELIA_SCOPES: 'openid  email groups',
    GOOGLE_CLIENT_ID: 'google',
    GOOGLE_CLIENT_SECRET: 'secret',
  })
  expect(oidcProviders.map(({ id, key, scopes }) => [id, key, scopes])).toEqual([
    ['google', 'google', 'openid profile email'],
    ['authelia', 'https://auth.test', 'openid email groups'],
    ['keycloak', 'https://sso.test/realms/memes', 'openid profile email'],
  ])
  expect(oidcProviders[2]).toMatchObject({
    clientSecret: 'of-the-file',
    name: 'Công ty',
    icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    roles: new Map([
      ['cn=admins ou=memes', 'admin'],
      ['team memes', 'moderator'],
    ]),
  })
})

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a setting that does not exist',
    { OIDC_KEYCLOAK_ISSUR: 'https://sso.test' },
    /^OIDC_KEYCLOAK_ISSUR must end with a/,
  ],
  ['a name with other characters', { 'OIDC_KEY-CLOAK_ISSUER': 'https://sso.test' }, /^OIDC_KEY-CLOAK_ISSUER must name/],
  ['no issuer', { OIDC_KEYCLOAK_CLIENT_ID: 'memes' }, /^OIDC_KEYCLOAK_ISSUER must be set/],
  ['no client', { OIDC_KEYCLOAK_ISSUER: 'https://sso.test' }, /^OIDC_KEYCLOAK_CLIENT_ID must be set/],
  [
    'an issuer without a scheme',
    { ...KEYCLOAK, OIDC_KEYCLOAK_ISSUER: 'sso.test' },
    /^OIDC_KEYCLOAK_ISSUER must be an http/,
  ],
  ['quotes', { ...KEYCLOAK, OIDC_KEYCLOAK_NAME: '"Company"' }, /^OIDC_KEYCLOAK_NAME must be written without quotes/],
  ['a long name', { ...KEYCLOAK, OIDC_KEYCLOAK_NAME: 'x'.repeat(41) }, /^OIDC_KEYCLOAK_NAME must have at most 40/],
  ['an unknown role', { ...KEYCLOAK, OIDC_KEYCLOAK_ROLES: 'staff=owner' }, /^OIDC_KEYCLOAK_ROLES must be groups/],
  ['scopes without openid', { ...KEYCLOAK, OIDC_KEYCLOAK_SCOPES: 'email' }, /^OIDC_KEYCLOAK_SCOPES must be scopes/],
  [
    'an icon that is missing',
    { ...KEYCLOAK, OIDC_KEYCLOAK_ICON: '/nowhere.svg' },
    /^OIDC_KEYCLOAK_ICON must be an SVG/,
  ],
  [
    'another sign-up',
    { ...KEYCLOAK, OIDC_KEYCLOAK_SIGN_UP: 'on' },
    /^OIDC_KEYCLOAK_SIGN_UP must be site, always or never/,
  ],
  [
    'one issuer twice',
    { ...KEYCLOAK, OIDC_OTHER_ISSUER: 'https://sso.test/realms/memes', OIDC_OTHER_CLIENT_ID: 'x' },
    /^OIDC_KEYCLOAK_ISSUER must differ/,
  ],
  [
    'Google twice',
    { GOOGLE_CLIENT_ID: 'x', OIDC_G_ISSUER: 'https://accounts.google.com', OIDC_G_CLIENT_ID: 'x' },
    /^GOOGLE_CLIENT_ID must not be set if/,
  ],
  ['a secret without its client', { GOOGLE_CLIENT_SECRET: 'x' }, /^GOOGLE_CLIENT_ID must be set/],
  ['no provider while they are the only way', { OIDC_ONLY: 'on' }, /^OIDC_ONLY must be off/],
  [
    'a plain address with REQUIRE_TLS',
    {
      OIDC_KEYCLOAK_ISSUER: 'http://sso.internal',
      OIDC_KEYCLOAK_CLIENT_ID: 'x',
      REQUIRE_TLS: 'on',
      PUBLIC_URL: 'https://memes.test',
    },
    /^OIDC_KEYCLOAK_ISSUER must begin with https/,
  ],
])('refuses %s in one line, by the name of the variable', (_what, environment, message) => {
  expect(() => read(environment)).toThrow(message)
  expect(() => read(environment)).not.toThrow(/\n/)
})

test('warns that Google needs a secret', () => {
  expect(read({ GOOGLE_CLIENT_ID: 'x' }).warnings).toEqual([expect.stringMatching(/^GOOGLE_CLIENT_SECRET is not set/)])
  expect(read({ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }).warnings).toEqual([])
})
