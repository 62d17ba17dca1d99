import { describe, expect, it, vi } from 'vitest'
import type { GifKey } from '#contract/site/gif-keys.ts'
import { alerts, button, field, type Reply, showScreen, type } from '#test/web/screen.tsx'
import { GifKeys } from './gif-keys.tsx'

const key: GifKey = {
  _id: '0190b1a2-0000-7000-8000-000000000000',
  name: 'Team chat',
  calls: 1234,
  createdAt: '2026-11-01T10:00:00.000Z',
}
const show = (keys: GifKey[], replies: Record<string, Reply> = {}) =>
  showScreen(<GifKeys />, {
    texts: ['admin'],
    replies: { 'GET /admin/gif-keys': { body: { success: true, data: keys } }, ...replies },
  })
const appears = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))

describe('the keys of the GIF provider', () => {
  it('shows a new key once, and the calls of each', async () => {
    const made = { ...key, calls: 0, key: 'memeroom_gif_abc' }
    await show([key], { 'POST /admin/gif-keys': { status: 201, body: { success: true, data: made } } })
    await appears('1,234 calls')
    type('Name of the chat app', 'Team chat')
    button('Create key').click()
    await appears('memeroom_gif_abc')
    expect(field('Name of the chat app').value).toBe('')
  })

  it('shows an error at the field and leaves the text', async () => {
    const errors = [{ path: 'name', code: 'requiredField', message: 'Fill in this field.' }]
    const body = { success: false, code: 'request.invalid', message: 'Check the fields.', errors }
    await show([], { 'POST /admin/gif-keys': { status: 400, body } })
    type('Name of the chat app', ' ')
    button('Create key').click()
    await vi.waitFor(() => expect(alerts()).toContain('Fill in this field.'))
    expect(field('Name of the chat app').value).toBe(' ')
  })

  it('deletes a key after a question', async () => {
    const path = `DELETE /admin/gif-keys/${key._id}`
    const { sent } = await show([key], { [path]: { body: { success: true, message: 'The key has been deleted.' } } })
    await appears('Team chat')
    button('Delete').click()
    await appears('Delete key')
    expect(sent.some(({ call }) => call === path)).toBe(false)
    button('Delete key').click()
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain(path))
  })
})
