import { beforeEach, expect, it } from 'vitest'
import type { KnownEntry } from '#contract/templates/known-templates.ts'
import { button, type Reply, showScreen, type, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { KnownList } from './known-list.tsx'

const texts = (language: string, names: string[]) => ({
  language,
  names,
  shows: `Shows ${language}`,
  origin: 'A photo',
})
const doge: KnownEntry = {
  id: 'doge',
  name: 'Doge',
  texts: [texts('en', ['Shiba']), texts('vi', ['Chó Shiba']), texts('fr', ['Chien'])],
  source: 'product',
  isRemoved: false,
  canRestore: false,
  hasPicture: true,
}
const PATH = '/moderation/known-templates'

async function show(replies: Record<string, Reply> = {}, data: KnownEntry[] = [doge], problem: string | null = null) {
  return showScreen(<KnownList />, {
    texts: ['desk'],
    replies: {
      [`GET ${PATH}`]: { body: { success: true, data, hasNextPage: false, nextCursor: null, problem } },
      ...replies,
    },
  })
}

beforeEach(() => signInAs('mai'))

it('lists names in both languages, and why the operator’s file is ignored', async () => {
  await show({}, [doge, { ...doge, id: 'cat', name: 'Cat', isRemoved: true, canRestore: true }], 'Two have the id “a”.')
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2))
  expect(document.querySelector('tbody tr')?.textContent).toMatch(/Doge.*Shiba.*Chó Shiba.*Built in/)
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Two have the id “a”.')
  expect(button('Undo all changes to “Cat”')).toBeTruthy()
})

it('sends the corrected texts with those in other languages, and shows the sentence of a refusal', async () => {
  const body = { success: false, code: 'knownTemplate.refused', message: 'The name starts a chain.' }
  const { sent } = await show({ [`PUT ${PATH}/doge`]: { status: 422, body } })
  await until(() => button('Edit “Doge”').click())
  await until(() => type('Name', 'Doge the dog'))
  button('Save').click()
  await until(() => expect(document.querySelector('[role=alert]')?.textContent).toBe('The name starts a chain.'))
  const put = sent.find(({ call }) => call === `PUT ${PATH}/doge`)
  expect(put?.body).toEqual({ name: 'Doge the dog', texts: doge.texts })
})

it('an empty list shows a note, and offers to add a template', async () => {
  await show({}, [])
  await until(() => expect(document.body.textContent).toContain('No template has this name'))
  button('Add template').click()
  await until(() => expect(document.querySelectorAll('[role=dialog] fieldset')).toHaveLength(2))
})
