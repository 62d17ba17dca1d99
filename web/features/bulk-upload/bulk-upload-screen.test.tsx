import { describe, expect, it } from 'vitest'
import type { BulkFileResult, BulkProgress } from '#contract/memes/bulk-upload.ts'
import { choose, image, setUpBulkScreen, showBulk, shows, text, until } from '#test/web/bulk-screen.tsx'
import { memeNumber } from '#test/web/meme.ts'
import { button, type Replies, type Reply, type } from '#test/web/screen.tsx'

const uploadId = '0198abcd-0000-7000-8000-000000000001'
const cards = () =>
  [...document.querySelectorAll('main li, li')].flatMap((item) => {
    const edit = [...item.querySelectorAll('button')].find((one) => /^Edit /.test(one.getAttribute('aria-label') ?? ''))
    return edit ? [(edit.getAttribute('aria-label') ?? '').slice('Edit '.length)] : []
  })
const link = (name: string) => document.querySelector(`a[aria-label="${name}"]`)?.getAttribute('href')

/** The answer about an upload that has ended with these results. */
const ended = (allResults: BulkFileResult[]): BulkProgress => {
  const successCount = allResults.filter(({ status }) => status === 'done').length
  const { length } = allResults
  return {
    ...{ success: true, type: 'completed', status: 'completed', uploadId, percentage: 100, elapsedTime: 3 },
    ...{ currentFile: null, estimatedTimeRemaining: 0, totalFiles: length, processedFiles: length, awaitedFiles: 0 },
    ...{ successCount, failedCount: length - successCount, allResults },
  }
}
/** The state of a file on the server; `offset` bytes have arrived. */
const state = (id: number, size: number, offset = 0) => ({ id: String(id), uploadId, size, offset, status: 'queued' })
interface Announced {
  files: { key: string; name: string; size: number; fileName: string }[]
}
/** Accepts the announced files, and their bytes. */
const accepts: Replies = {
  'POST /meme/bulk': (body) => {
    const files = (body as Announced).files.map(({ size }, index) => state(index, size))
    return { status: 202, body: { success: true, uploadId, files } }
  },
  ...Object.fromEntries(
    [0, 1, 2].map((id) => [
      `PUT /meme/bulk/${uploadId}/files/${id}`,
      (body: unknown) => ({ body: { success: true, data: state(id, (body as Blob).size, (body as Blob).size) } }),
    ]),
  ),
}
const status = (results: BulkFileResult[]): Replies => ({
  [`GET /meme/bulk/status/${uploadId}`]: { body: ended(results) },
})
const announced = (sent: { call: string; body: unknown }[]) =>
  sent.filter(({ call }) => call === 'POST /meme/bulk').map(({ body }) => body as Announced)

setUpBulkScreen()

describe('choosing pictures', () => {
  it('names the files that are refused', async () => {
    await showBulk()
    await shows('Drop pictures')
    choose(
      image('huge.png', 10 * 1024 * 1024 + 1),
      new File(['a'], 'words.txt', { type: 'text/plain' }),
      image('a.png'),
    )
    await shows('huge.png exceeds 10MB size limit')
    await shows('words.txt is not an image file')
    expect(cards()).toEqual(['a'])
  })

  it('takes fifty at most, and clears all', async () => {
    await showBulk()
    await shows('Drop pictures')
    choose(...Array.from({ length: 51 }, (_, at) => image(`many ${at}.png`)))
    await shows('Maximum 50 files allowed')
    expect(cards()).toHaveLength(50)
    button('Clear All').click()
    await shows('Drop pictures')
  })

  it('counts the words of one, and describes all that have none', async () => {
    await showBulk()
    await shows('Drop pictures')
    choose(image('one.png'), image('two.png'))
    await until(() => button('Edit one').click())
    await shows('3/100')
    await shows('0/500')
    type('Meme Name', '😀'.repeat(100))
    type('Description', 'x'.repeat(501))
    await shows('100/100')
    await shows('501/500')
    await shows('The description can have at most 500 characters')
    expect(button('Save Changes').disabled).toBe(true)
    button('Cancel').click()
    await until(() => expect(cards()).toEqual(['one', 'two']))
    button('Edit two').click()
    await shows('Edit Meme Details')
    type('Description', 'My own words')
    button('Save Changes').click()
    await until(() => expect(text()).not.toContain('Edit Meme Details'))
    button('Describe all').click()
    await shows('Describe all 2 memes')
    type('Tag', '#monday mood')
    type('Description', 'From the office')
    await until(() => expect(button('Apply to all').disabled).toBe(false))
    button('Apply to all').click()
    await shows('From the office #monday_mood')
    await shows('My own words #monday_mood')
  })
})

describe('sending', () => {
  const failed = (index: number, fileName: string, code: string): BulkFileResult => ({
    ...{ index, fileName, status: 'failed', code, message: `Failed by ${code}` },
  })

  it('retains the files if the answer names no upload, and reports that it could not be started', async () => {
    await showBulk({ 'POST /meme/bulk': { body: { success: true } } })
    await shows('Drop pictures')
    choose(image('one.png'), image('two.png'))
    await until(() => button('Upload All Memes').click())
    await shows('Failed to initiate bulk upload')
    expect(cards()).toEqual(['one', 'two'])
  })

  it('offers only the files that failed again, each with its reason, and not skipped ones', async () => {
    const results: BulkFileResult[] = [
      { index: 0, fileName: 'good.png', status: 'done', memeId: uploadId },
      failed(1, 'broken.png', 'image.invalid'),
      failed(2, 'twin.png', 'meme.duplicate'),
    ]
    const { sent, address } = await showBulk({ ...accepts, ...status(results) })
    await shows('Drop pictures')
    choose(image('good.png'), image('broken.png'), image('twin.png'))
    await until(() => button('Upload All Memes').click())
    await until(() => expect(address()).toBe(`/bulk-upload/${uploadId}`))
    await shows('Successfully uploaded 1 out of 3 memes')
    await shows('1 file failed')
    await shows('1 picture skipped: already here')
    button('Try Again').click()
    await until(() => expect(address()).toBe('/bulk-upload'))
    await until(() => expect(cards()).toEqual(['broken']))
    expect(text()).toContain('Failed by image.invalid')
    button('Upload All Memes').click()
    await until(() => expect(announced(sent)).toHaveLength(2))
    expect(announced(sent)[1]?.files).toMatchObject([{ fileName: 'broken.png', name: 'broken' }])
  })

  it('shows skipped pictures with the meme that is already here, and uploads each anyway on request', async () => {
    const twin = { duplicateOf: memeNumber(1)._id }
    const results = [
      { ...failed(0, 'one.png', 'meme.duplicate'), ...twin },
      { ...failed(1, 'two.png', 'meme.duplicate'), ...twin },
    ]
    const stored: BulkFileResult[] = [...results]
    let isRefused = true
    const { sent } = await showBulk({
      ...accepts,
      [`GET /meme/bulk/status/${uploadId}`]: () => ({ body: ended(stored) }),
      'POST /meme': () => {
        if (isRefused) return { status: 503, body: { success: false, code: 'server.busy', message: 'Not now' } }
        stored[1] = { index: 1, fileName: 'two.png', status: 'done', memeId: memeNumber(7)._id }
        return { status: 201, body: { success: true, data: memeNumber(7) } }
      },
    })
    await shows('Drop pictures')
    choose(image('one.png'), image('two.png'))
    await until(() => button('Upload All Memes').click())
    await shows('2 pictures skipped: already here')
    const rows = () => [...document.querySelectorAll('li[data-status]')].map((row) => row.textContent)
    expect(rows()).toEqual([
      'one.pngSkipped: already hereUpload anywayShow it',
      'two.pngSkipped: already hereUpload anywayShow it',
    ])
    expect(text()).toContain('Upload Complete')
    expect(text()).not.toContain('Try Again')
    expect(link('Show it: two.png')).toContain(memeNumber(1)._id)
    button('Upload anyway: two.png').click()
    await shows('Not now')
    isRefused = false
    button('Upload anyway: two.png').click()
    await until(() => expect(rows()).toEqual(['one.pngSkipped: already hereUpload anywayShow it', 'two.pngOpen']))
    expect(link('Open the meme two.png')).toContain(memeNumber(7)._id)
    expect(document.activeElement?.textContent).toBe('Open')
    expect(text()).toContain('Successfully uploaded 1 out of 2 memes')
    const form = sent.findLast(({ call }) => call === 'POST /meme')?.body as FormData
    const fields = ['name', 'allowDuplicate', 'bulkUploadId', 'bulkIndex']
    expect(fields.map((field) => form.get(field))).toEqual(['two', 'true', uploadId, '1'])
  })

  it('sends the failed files at once where the pictures were not the reason', async () => {
    const results = [failed(0, 'one.png', 'upload.interrupted'), failed(1, 'two.png', 'server.error')]
    const { sent } = await showBulk({ ...accepts, ...status(results) })
    await shows('Drop pictures')
    choose(image('one.png'), image('two.png'))
    await until(() => button('Upload All Memes').click())
    await shows('Upload Failed')
    button('Try Again').click()
    await until(() => expect(announced(sent)).toHaveLength(2))
    const [first, again] = announced(sent).map(({ files }) => files.map(({ key }) => key))
    // The same keys, so that a file that the server has after all becomes one meme.
    expect(again).toEqual(first)
  })
})

describe('sending that ends early', () => {
  const tooLarge = { status: 413, body: '<html><h1>413 Request Entity Too Large</h1></html>' }
  const put = (id: number) => `PUT /meme/bulk/${uploadId}/files/${id}`
  const drops = (sent: { call: string }[]) =>
    sent.filter(({ call }) => call.startsWith('DELETE')).map(({ call }) => call)

  it('shows that a proxy refuses even small requests, and resumes the upload', async () => {
    let isOpen = false
    const second: Replies = {
      [put(1)]: (body) => (isOpen ? (accepts[put(1)] as (body: unknown) => Reply)(body) : tooLarge),
    }
    const { sent, address } = await showBulk({ ...accepts, ...second, ...status([]) })
    await shows('Drop pictures')
    choose(image('one.png'), image('two.png'))
    await until(() => button('Upload All Memes').click())
    await shows("This site's proxy refuses uploads of this size")
    await until(() => expect(cards()).toEqual(['two']))
    isOpen = true
    button('Upload All Memes').click()
    await until(() => expect(address()).toBe(`/bulk-upload/${uploadId}`))
    const [all, rest] = announced(sent)
    expect(rest?.files).toEqual(all?.files.slice(1))
  })

  it('withdraws unsent files on the server', async () => {
    const { sent } = await showBulk({ ...accepts, [put(0)]: tooLarge, [put(1)]: tooLarge, [put(2)]: tooLarge })
    await shows('Drop pictures')
    choose(image('one.png'), image('two.png'), image('three.png'))
    await until(() => button('Upload All Memes').click())
    await shows('proxy refuses')
    await until(() => button('Remove two').click())
    await until(() => expect(drops(sent)).toEqual([`DELETE /meme/bulk/${uploadId}/files/1`]))
    button('Clear All').click()
    await until(() =>
      expect(drops(sent).slice(1)).toEqual([0, 2].map((id) => `DELETE /meme/bulk/${uploadId}/files/${id}`)),
    )
  })

  it('explains where unsent files can be sent', async () => {
    const waits = { ...ended([]), status: 'processing', type: 'progress', totalFiles: 1, awaitedFiles: 1 }
    await showBulk({ [`GET /meme/bulk/status/${uploadId}`]: { body: waits } }, `/bulk-upload/${uploadId}`)
    await shows("One picture hasn't been sent yet. Continue in the browser where you chose it.")
  })
})

it.each([
  ['0190b1a2-0000-7000-8000-000000000000', 404],
  ['not-an-id', 400],
])('an upload that does not exist leads to a new one: %s', async (id, code) => {
  const gone = { status: code, body: { success: false, code: 'bulk.notFound', message: 'Gone' } }
  const { address } = await showBulk({ [`GET /meme/bulk/status/${id}`]: gone }, `/bulk-upload/${id}`)
  await until(() => expect(address()).toBe('/bulk-upload'))
})
