import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS, SETTING_KEYS, type SettingsInput } from '#contract/site/settings.ts'
import { alerts, button, field, type Replies, showScreen, type } from '#test/web/screen.tsx'
import { SettingsForm } from './settings-form.tsx'

const saved = { ...DEFAULT_SETTINGS, languages: ['en'] }
const answerOf = (changed: object) => ({
  body: { success: true, data: { ...saved, ...changed }, installedLanguages: ['en', 'vi'], canScorePictures: true },
})

async function show(replies: Replies = {}) {
  const screen = await showScreen(<SettingsForm />, {
    texts: ['admin'],
    replies: {
      'GET /admin/settings': answerOf({}),
      'PUT /admin/settings': (body) => answerOf(body as SettingsInput),
      ...replies,
    },
  })
  await vi.waitFor(() => field('Allowed email domains'))
  const bodies = () => screen.sent.filter(({ call }) => call === 'PUT /admin/settings').map(({ body }) => body)
  return { bodies }
}

const saveButtons = () => [...document.querySelectorAll<HTMLButtonElement>('button[type="submit"]')]

describe('the settings', () => {
  it('saves only the settings of a section, and leaves unsaved changes of others', async () => {
    const { bodies } = await show()
    type('Allowed email domains', 'a.example b.example')
    type('Memes per member', '500')
    button('Save Joining').click()
    await vi.waitFor(() => expect(field('Allowed email domains').value).toBe('a.example, b.example'))
    expect(bodies()).toEqual([{ registration: 'open', mailDomains: ['a.example', 'b.example'] }])
    expect(field('Memes per member').value).toBe('500')
    button('Save Quotas').click()
    await vi.waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]).toMatchObject({ memesPerMember: 500 })
  })

  it('shows an error at its field, focuses it, and leaves the text', async () => {
    const errors = [{ path: 'mailDomains.0', code: 'invalidValue', message: 'Enter a valid value.' }]
    const body = { success: false, code: 'request.invalid', message: 'Check the fields.', errors }
    await show({ 'PUT /admin/settings': { status: 400, body } })
    type('Allowed email domains', 'not a domain')
    button('Save Joining').click()
    await vi.waitFor(() => expect(alerts()).toEqual(['Enter a valid value.']))
    await vi.waitFor(() => expect(document.activeElement).toBe(field('Allowed email domains')))
    expect(field('Allowed email domains').value).toBe('not a domain')
    // The Save of another section does not hide it.
    button('Save Quotas').click()
    await vi.waitFor(() => expect(button('Save Quotas').getAttribute('aria-busy')).toBeNull())
    expect(alerts()).toEqual(['Enter a valid value.'])
  })

  it('has each setting in exactly one section', async () => {
    const { bodies } = await show()
    const count = saveButtons().length
    for (const save of saveButtons()) save.click()
    await vi.waitFor(() => expect(bodies()).toHaveLength(count))
    expect(
      bodies()
        .flatMap((body) => Object.keys(body as object))
        .toSorted(),
    ).toEqual(SETTING_KEYS.toSorted())
  })
})
