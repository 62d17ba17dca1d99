import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Meme } from '#contract/memes/memes.ts'
import { signedIn } from '#test/signed-in.ts'
import { memeNumber } from '#test/web/meme.ts'
import { button, leaveScreen, type Reply, showScreen, type } from '#test/web/screen.tsx'
import { signIn } from '../../../lib/session.ts'
import { studioPicture } from '../../../lib/studio-picture.ts'
import { QuickUploadModal } from './quick-upload-modal.tsx'
import { quickUpload } from './quick-upload-modal-state.ts'

const picture = () => new File(['picture'], 'cat.png', { type: 'image/png' })

async function show(reply?: Reply, template: unknown = null) {
  const uploaded: Meme[] = []
  const { sent } = await showScreen(
    <QuickUploadModal
      onUploaded={(meme) => uploaded.push(meme)}
      onUseExisting={() => undefined}
      onSeveral={() => undefined}
    />,
    {
      texts: ['upload'],
      replies: {
        'POST /template/match': { body: { success: true, data: template } },
        'POST /tags/suggest': { body: { success: true, data: ['doge', 'dogs'].map((tag) => ({ tag, count: 1 })) } },
        ...(reply ? { 'POST /meme': reply } : {}),
      },
    },
  )
  return { sent, uploaded }
}

afterEach(() => {
  quickUpload.close()
  leaveScreen()
})

describe('the upload form', () => {
  it('requires visitors to log in', async () => {
    quickUpload.open()
    await show()
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"] a[href="/login"]')).toBeTruthy())
  })

  it('can be sent with a picture, and returns the new meme', async () => {
    signIn(signedIn)
    quickUpload.open()
    const { sent, uploaded } = await show({ status: 201, body: { success: true, data: memeNumber(1) } })
    await vi.waitFor(() => expect(button('Upload').disabled).toBe(true))
    quickUpload.open([picture()])
    await vi.waitFor(() => expect(button('Upload').disabled).toBe(false))
    type('Name', ' Cat ')
    await vi.waitFor(() => button('Upload').click())
    await vi.waitFor(() => expect(uploaded.map(({ name }) => name)).toEqual(['Meme 1']))
    const form = sent.find(({ call }) => call === 'POST /meme')?.body as FormData
    expect([form.get('name'), (form.get('image') as File).name]).toEqual(['Cat', 'cat.png'])
    expect(quickUpload.current().mode).toBe('none')
  })

  it('offers a link and the bulk upload only until there is a picture', async () => {
    signIn(signedIn)
    quickUpload.open()
    await show()
    const others = () => [
      document.querySelector('input[type="url"]') !== null,
      document.querySelector('a[href="/bulk-upload"]') !== null,
    ]
    await vi.waitFor(() => expect(others()).toEqual([true, true]))
    quickUpload.open([picture()])
    await vi.waitFor(() => expect(others()).toEqual([false, false]))
    button('Remove the picture').click()
    await vi.waitFor(() => expect(others()).toEqual([true, true]))
  })

  it('hands the picture to the studio, except one that was made there', async () => {
    signIn(signedIn)
    quickUpload.open([picture()])
    await show()
    const link = () => document.querySelector<HTMLAnchorElement>('[role="dialog"] a[href="/create"]')
    await vi.waitFor(() => expect(link()?.textContent).toBe('Add captions'))
    link()?.click()
    await vi.waitFor(() => expect(quickUpload.current().mode).toBe('none'))
    expect(studioPicture.get()?.name).toBe('cat.png')
    studioPicture.set(null)
    quickUpload.open([picture()], { captions: [] })
    await vi.waitFor(() => expect(button('Publish').disabled).toBe(false))
    expect(link()).toBeNull()
  })

  it('suggests tags by the name and the template, and adds one with one press', async () => {
    signIn(signedIn)
    quickUpload.open([picture()])
    const known = { names: [], shows: 'A dog.', origin: 'A photo.', tag: 'doge' }
    const { sent } = await show(undefined, { _id: memeNumber(1)._id, name: 'Doge', tags: ['doge', 'dogs'], known })
    type('Name', 'Much wow')
    await vi.waitFor(() => {
      const bodies = sent.filter(({ call }) => call === 'POST /tags/suggest').map(({ body }) => body)
      expect(bodies).toContainEqual({ text: 'Much wow', ofTemplate: ['doge', 'dogs'] })
    })
    await vi.waitFor(() => expect(button('#doge')).toBeTruthy())
    const tags = () =>
      [...document.querySelectorAll('button')]
        .map(({ textContent }) => textContent)
        .filter((text) => text?.startsWith('#'))
    expect(tags()).toEqual(['#doge', '#dogs'])
    button('#doge').click()
    await vi.waitFor(() => expect(tags()).toEqual(['#dogs']))
  })

  it('offers the existing meme for a duplicate', async () => {
    signIn(signedIn)
    quickUpload.open([picture()])
    const id = memeNumber(7)._id
    const { sent } = await show({
      status: 409,
      body: { success: false, code: 'meme.duplicate', message: 'Known', duplicateOf: id },
    })
    await vi.waitFor(() => button('Upload').click())
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain(`GET /meme/${id}`))
  })
})
