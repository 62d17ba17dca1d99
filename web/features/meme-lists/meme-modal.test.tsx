import { describe, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { button, showScreen } from '#test/web/screen.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { MemeModal } from './meme-modal.tsx'

const memes = [1, 2, 3].map(memeNumber)
const list = (part: Partial<MemeList> = {}): MemeList => ({
  memes,
  isLoading: false,
  error: null,
  hasNext: true,
  isLoadingMore: false,
  moreError: null,
  loadMore: () => undefined,
  retry: () => undefined,
  ...part,
})
const idOf = (index: number) => memeNumber(index)._id
const success = (data: unknown) => ({ body: { success: true, data } })

function show(index: number, replies: Parameters<typeof showScreen>[1] = {}, part: Partial<MemeList> = {}) {
  const shown: string[] = []
  const onClose = vi.fn()
  const screen = showScreen(
    <MemeModal
      memeId={idOf(index)}
      list={list(part)}
      onClose={onClose}
      onShow={(id, how) => shown.push(`${how} ${id}`)}
      returnFocus={() => null}
    />,
    {
      texts: ['users', 'own', 'follows', 'followToast'],
      replies: {
        [`GET /meme/${idOf(index)}`]: success(memeNumber(index)),
        'GET /meme/recommend/by-image': success([]),
        'POST /user-action': success({}),
        ...replies.replies,
      },
    },
  )
  return screen.then(({ sent }) => ({ sent, shown, onClose }))
}
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const press = (key: string) => dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

describe('the meme modal', () => {
  it('shows the meme and records one view', async () => {
    const { sent } = await show(2)
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('Meme 2'))
    const views = () => sent.filter(({ call }) => call === 'POST /user-action').map(({ body }) => body)
    await vi.waitFor(() => expect(views()).toMatchObject([{ memeId: idOf(2), action: 'view' }]), { timeout: 10_000 })
  })

  it('moves along its list with the arrow keys, and loads more near the end', async () => {
    const loadMore = vi.fn()
    const { shown } = await show(2, {}, { loadMore })
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('Meme 2'))
    press('ArrowRight')
    press('ArrowLeft')
    expect(shown).toEqual([`step ${idOf(3)}`, `step ${idOf(1)}`])
    expect(loadMore).toHaveBeenCalledOnce()
  })

  it('shows that a meme is gone, with a way back', async () => {
    const gone = { status: 404, body: { success: false, code: 'meme.notFound', message: 'There is no such meme' } }
    const { onClose } = await show(9, { replies: { [`GET /meme/${idOf(9)}`]: gone } })
    await vi.waitFor(() => button('Back to the memes').click())
    expect(onClose).toHaveBeenCalled()
  })

  it('shows the meme of its list although its own call fails', async () => {
    const busy = { status: 503, body: { success: false, code: 'server.busy', message: 'Not now' } }
    const { sent } = await show(2, { replies: { [`GET /meme/${idOf(2)}`]: busy } })
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain(`GET /meme/${idOf(2)}`))
    await vi.waitFor(() => expect(dialog()?.querySelector('figure img')).not.toBeNull())
    expect(dialog()?.textContent).toContain('Meme 2')
    expect(button('Copy picture').disabled).toBe(false)
  })
})
