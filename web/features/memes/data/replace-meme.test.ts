import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Meme } from '#contract/memes.ts'
import type { MemePages } from './meme-page.ts'
import { replaceMeme, withMeme } from './replace-meme.ts'

const meme = (_id: string, name: string) => ({ _id, name, stats: { likeCount: 0 } }) as Meme
const pages = (...memes: Meme[]): MemePages => ({ pages: [{ memes, next: null }], pageParams: [null] })

it('puts an edited meme at its old position in every list that holds it', () => {
  const client = new QueryClient()
  client.setQueryData(['feed', '', ''], pages(meme('a', 'one'), meme('b', 'two')))
  client.setQueryData(['user-memes', 'mai'], pages(meme('b', 'two')))
  client.setQueryData(['user', 'mai'], { username: 'mai' })
  replaceMeme(client, meme('b', 'changed'))
  const names = (key: string[]) => client.getQueryData<MemePages>(key)?.pages[0]?.memes.map(({ name }) => name)
  expect(names(['feed', '', ''])).toEqual(['one', 'changed'])
  expect(names(['user-memes', 'mai'])).toEqual(['changed'])
  expect(client.getQueryData(['meme', 'b'])).toMatchObject({ name: 'changed' })
  expect(client.getQueryData(['user', 'mai'])).toEqual({ username: 'mai' })
})

it('leaves a list without that meme as it is', () => {
  const list = pages(meme('a', 'one'))
  expect(withMeme(list, meme('b', 'two'))).toBe(list)
})
