import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { storeSetting } from './queries.ts'

const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })

const put = (body: object) => app.call('PUT', '/admin/settings', { token: admin.token, body })
const read = async (url: string) => (await app.app.inject({ method: 'GET', url })).body
const logoForm = async () =>
  multipart([{ name: 'logo', value: await randomPicture(unique()), fileName: 'logo.png', type: 'image/png' }])

test('a new name is in feeds, search descriptions, embeds and mails, and a new contact in security.txt', async () => {
  expect(await read('/opensearch.xml')).not.toContain('Tom &amp; Mèo')
  expect((await put({ siteName: 'Tom & Mèo', contactEmail: 'help@meo.example' })).status).toBe(200)
  // The change shows immediately, since the admin reloads the page to see it.
  expect(await read('/opensearch.xml')).toContain('<ShortName>Tom &amp; Mèo</ShortName>')
  expect(JSON.parse(await read('/feeds/trending.json')).title).toMatch(/ · Tom & Mèo$/)
  expect(await read('/feeds/trending.atom')).toContain('<author><name>Tom &amp; Mèo</name>')
  expect(await read('/.well-known/security.txt')).toContain('mailto:help@meo.example')
  const name = `fresh${unique()}`
  const body = { email: `${name}@example.com`, username: name, password: 'correct horse' }
  expect((await app.call('POST', '/auth/register', { body })).status).toBe(201)
  const mail = await app.mailTo(body.email)
  expect(mail.subject).toMatch(/^\d{6} is your Tom & Mèo code$/)
  expect(mail.text).not.toContain('\ue9f0')
  expect(mail.html).toContain('Tom &amp; Mèo</p>')
})

test('rejects an accent color with too little contrast to white text, with the reason', async () => {
  const answer = await put({ accentColor: '#ffd277' })
  expect([answer.status, answer.body.errors[0]]).toEqual([
    400,
    expect.objectContaining({ path: 'accentColor', code: 'lowContrast' }),
  ])
  expect((await put({ accentColor: ' #1748C9 ' })).body.data.accentColor).toBe('#1748c9')
  expect((await put({ accentColor: 'blue' })).body.errors).toHaveLength(1)
})

test('a logo is cropped to a square, served immutable under its own address, and can be removed', async () => {
  const answer = await app.call('PUT', '/admin/logo', { token: admin.token, ...(await logoForm()) })
  expect(answer.body).toMatchObject({ success: true, logo: expect.stringMatching(/^\/site-logo\/[0-9a-f]{32}\.webp$/) })
  const { logo } = answer.body
  expect((await app.call('GET', '/config')).body.data.logo).toBe(logo)
  const picture = await app.app.inject({ method: 'GET', url: logo })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(picture.headers['cache-control']).toContain('immutable')
  expect((await app.app.inject({ method: 'GET', url: logo.replace(/\w\./, 'g.') })).statusCode).toBe(404)

  const broken = multipart([{ name: 'logo', value: 'no picture', fileName: 'logo.png' }])
  expect((await app.call('PUT', '/admin/logo', { token: admin.token, ...broken })).status).toBe(415)
  expect((await app.app.inject({ method: 'GET', url: logo })).statusCode).toBe(200)

  expect((await app.call('DELETE', '/admin/logo', { token: admin.token })).status).toBe(200)
  expect((await app.app.inject({ method: 'GET', url: logo })).statusCode).toBe(404)
})

test('a site offers only languages that exist', async () => {
  const invalid = (field: string) => ({
    status: 400,
    body: { code: 'request.invalid', errors: [{ path: field, code: 'invalidValue' }] },
  })
  expect(await put({ languages: ['xx'] })).toMatchObject(invalid('languages'))
  const body = { contentLanguage: 'xx' }
  expect(await app.call('PUT', '/users/me/preferences', { token: admin.token, body })).toMatchObject(
    invalid('contentLanguage'),
  )
  expect((await put({ languages: ['vi'] })).body).toMatchObject({
    data: { languages: ['vi'] },
    installedLanguages: expect.arrayContaining(['en', 'vi']),
  })
  expect((await app.call('GET', '/config')).body.data.languages).toEqual(['vi'])
})

test('the rules are in any language, at most once in each, without empty ones', async () => {
  const rules = [
    { language: 'fr', text: 'Soyez gentils.' },
    { language: 'vi', text: 'Hãy tử tế.' },
  ]
  const answer = await put({ rules: [...rules, { language: 'en', text: ' ' }] })
  expect(answer.body.data.rules).toEqual(rules)
  expect((await app.call('GET', '/config')).body.data.rules).toEqual(rules)
  for (const refused of [[rules[0], rules[0]], [{ language: 'EN', text: 'x' }]])
    expect((await put({ rules: refused })).body.code).toBe('request.invalid')
  expect((await put({ rules: [] })).body.data.rules).toEqual([])
})

test('rules that version 0.2.0 stored are shown until the admins change them', async () => {
  const { db } = app.deps
  await db.deleteFrom('settings').where('key', '=', 'site.rules').execute()
  await withTransaction(db, async (tx) => {
    await storeSetting(tx, 'rulesEn', '"Be kind."')
    await storeSetting(tx, 'rulesVi', '""')
  })
  const shown = async () => (await app.call('GET', '/config')).body.data.rules
  expect(await shown()).toEqual([{ language: 'en', text: 'Be kind.' }])
  await put({ rules: [] })
  expect(await shown()).toEqual([])
})
