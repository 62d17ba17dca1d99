import { beforeEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { button, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { WordsDialog } from '../../moderation/words-dialog.tsx'
import { EditMemeDialog } from './edit-meme-dialog.tsx'
import { TagsToAdd } from './tags-to-add.tsx'

const meme = { ...memeNumber(651), name: 'Misread', imageText: 'helo world' }
const words = { text: 'helo world', isCorrected: true }
const correction = { by: 'moderator', before: 'hell world', after: 'helo world', at: '2026-01-02T03:04:05.000Z' }
const replies = {
  'POST /tags/suggest': { body: { success: true, data: [{ tag: 'hello', count: 2 }] } },
  [`GET /meme/${meme._id}/words`]: { body: { success: true, data: { ...words, corrections: [correction] } } },
  [`PATCH /meme/${meme._id}`]: { body: { success: true, data: { ...meme, imageText: 'hello world' } } },
  [`POST /moderation/memes/${meme._id}/words`]: { body: { success: true, message: 'Corrected' } },
}
const area = () =>
  until(() => {
    const found = [...document.querySelectorAll('textarea')].find(({ value }) => value === 'helo world')
    if (!found) throw new Error('No words')
    return found
  })
function type(field: HTMLTextAreaElement | HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
const save = () => document.querySelector<HTMLElement>('[type=submit]')?.click()
const bodies = (sent: { call: string; body?: unknown }[], call: string) =>
  until(() => {
    const found = sent.filter((one) => one.call === call)
    expect(found).toHaveLength(1)
    return found[0]?.body
  })

beforeEach(() => signInAs('mai'))

it('words that the owner did not change are not sent, since they would count as corrected', async () => {
  const dialog = <EditMemeDialog meme={meme} open onClose={() => undefined} />
  const { sent } = await showScreen(dialog, { texts: ['own'], replies })
  await area()
  const name = document.querySelector<HTMLInputElement>('input[name=name]')
  if (!name) throw new Error('No name')
  type(name, 'Renamed')
  save()
  const body = await bodies(sent, `PATCH /meme/${meme._id}`)
  expect(body).toMatchObject({ name: 'Renamed' })
  expect(body).not.toHaveProperty('readText')
})

it('the owner corrects the words and sees who corrected them before', async () => {
  const dialog = <EditMemeDialog meme={meme} open onClose={() => undefined} />
  const { sent } = await showScreen(dialog, { texts: ['own'], replies })
  await until(() => expect(document.querySelector('details')?.textContent).toMatch(/moderator.*hell world/s))
  type(await area(), 'hello world')
  save()
  expect(await bodies(sent, `PATCH /meme/${meme._id}`)).toMatchObject({ readText: 'hello world' })
})

it('a moderator may clear the words', async () => {
  const onClose = vi.fn<() => void>()
  const { sent } = await showScreen(<WordsDialog meme={meme} open onClose={onClose} />, { texts: ['own'], replies })
  type(await area(), ' ')
  save()
  expect(await bodies(sent, `POST /moderation/memes/${meme._id}/words`)).toEqual({ readText: '' })
  await until(() => expect(onClose).toHaveBeenCalled())
})

it('the dialog suggests tags by the words that were read', async () => {
  const dialog = <EditMemeDialog meme={meme} open onClose={() => undefined} />
  const { sent } = await showScreen(dialog, { texts: ['own'], replies })
  await until(() => button('#hello').click())
  await until(() => expect(document.body.textContent).toContain('#hello 7/500'))
  save()
  expect(await bodies(sent, `PATCH /meme/${meme._id}`)).toMatchObject({ description: '#hello' })
  expect(await bodies(sent, 'POST /tags/suggest')).toEqual({ text: 'Misread \nhelo world', ofTemplate: [] })
})

it('the page of an own meme without tags adds a suggested one with one press', async () => {
  const { sent } = await showScreen(<TagsToAdd meme={{ ...meme, description: 'Mine' }} />, { replies })
  await until(() => button('#hello').click())
  expect(await bodies(sent, `PATCH /meme/${meme._id}`)).toEqual({ description: 'Mine #hello' })
})

it('a meme with tags gets no suggestions', async () => {
  const { sent } = await showScreen(<TagsToAdd meme={{ ...meme, description: '#mine' }} />, { replies })
  await new Promise((done) => setTimeout(done, 400))
  expect(sent).toEqual([])
})
