import { describe, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { showScreen } from '#test/web/screen.tsx'
import { MemeScreen } from './meme-screen.tsx'

const meme = memeNumber(1)
const similar = { 'GET /meme/recommend/by-image': { body: { success: true, data: [memeNumber(2)] } } }
const texts = ['users', 'own', 'follows', 'followToast']

function embed(data: unknown): void {
  const element = Object.assign(document.createElement('script'), { type: 'application/json', id: 'first-view' })
  element.textContent = JSON.stringify({ texts: {}, page: null, tags: null, meme: data })
  document.body.append(element)
}

describe('the meme page', () => {
  it('shows a visitor the embedded meme without a request, with similar memes and a link home', async () => {
    embed(meme)
    const { sent } = await showScreen(<MemeScreen memeId={meme._id} />, {
      texts,
      replies: { ...similar, 'POST /user-action': { body: { success: true, data: {} } } },
    })
    await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Meme 1'))
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /meme/recommend/by-image'))
    expect(sent.map(({ call }) => call)).not.toContain(`GET /meme/${meme._id}`)
    expect(document.querySelector('a[href="/"]')).not.toBeNull()
  })

  it.each([
    [404, 'meme.notFound', "Oops, we can't find this meme"],
    [410, 'meme.removed', 'This meme has been removed'],
  ])('shows the reason of a %i', async (status, code, title) => {
    const body = { success: false, code, message: 'gone' }
    await showScreen(<MemeScreen memeId={meme._id} />, {
      texts,
      replies: { [`GET /meme/${meme._id}`]: { status, body } },
    })
    await vi.waitFor(() => expect(document.body.textContent).toContain(title))
  })
})
