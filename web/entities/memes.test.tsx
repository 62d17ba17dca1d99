import { expect, test, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { showScreen } from '#test/web/screen.tsx'
import { nextMoment, storeResponse } from '../lib/responses.ts'
import { hideMeme, listed, type MemeInList, noteMeme, unhideMeme, useMemes } from './memes.ts'

test('a list shows changed names and leaves out deleted memes, and is the same list after a changed count', async () => {
  const memes = [memeNumber(1), memeNumber(2)]
  const [first = '', second = ''] = memes.map(({ _id }) => _id)
  const entries = listed(memes)
  let shown: readonly MemeInList[] = []
  function List() {
    shown = useMemes(entries)
    return shown.map(({ name }) => name).join(', ')
  }
  const names = (...expected: string[]) => vi.waitFor(() => expect(document.body.textContent).toBe(expected.join(', ')))
  storeResponse(memes, nextMoment())
  await showScreen(<List />)
  await names(memes[0]?.name ?? '', memes[1]?.name ?? '')

  noteMeme(first, { name: 'renamed' })
  await names('renamed', memes[1]?.name ?? '')
  const renamed = shown
  noteMeme(first, { viewCount: 7 })
  hideMeme(second)
  await names('renamed')
  expect(shown[0]).toBe(renamed[0])
  unhideMeme(second)
  await names('renamed', memes[1]?.name ?? '')
  noteMeme(first, { name: 'again' })
  await names('again', memes[1]?.name ?? '')
  expect(shown[0]?.viewCount).toBe(7)
  expect(shown[1]).toBe(renamed[1])
})
