import { describe, expect, it } from 'vitest'
import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import { button, leaveScreen, showScreen } from '#test/web/screen.tsx'
import { ProgressPanel } from './progress-panel.tsx'

const ended: BulkProgress = {
  success: true,
  type: 'completed',
  uploadId: '0198abcd-0000-7000-8000-000000000001',
  totalFiles: 2,
  processedFiles: 2,
  successCount: 2,
  failedCount: 0,
  awaitedFiles: 0,
  currentFile: null,
  estimatedTimeRemaining: 0,
  elapsedTime: 3,
  percentage: 100,
  status: 'completed',
  allResults: [],
}

async function show(change: Partial<BulkProgress>, onSendRest: (() => void) | null = null): Promise<() => number> {
  let tries = 0
  const onTryAgain = () => {
    tries += 1
  }
  const panel = <ProgressPanel progress={{ ...ended, ...change }} onTryAgain={onTryAgain} onSendRest={onSendRest} />
  await showScreen(panel, { texts: ['bulk'] })
  return () => tries
}
const title = () => document.querySelector('h2')?.textContent
const hasTryAgain = () => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Try Again')

describe('the upload panel', () => {
  it('shows complete without a retry if every file became a meme', async () => {
    await show({})
    expect(title()).toBe('Upload Complete')
    expect(hasTryAgain()).toBe(false)
  })

  it('shows complete with the failures if some failed', async () => {
    await show({ successCount: 1, failedCount: 1 })
    expect(title()).toBe('Upload Complete')
    expect(hasTryAgain()).toBe(true)
  })

  it('shows a retry instead of complete if all failed', async () => {
    const tries = await show({ successCount: 0, failedCount: 2 })
    expect(title()).toBe('Upload Failed')
    expect(document.body.textContent).not.toContain('Upload Complete')
    button('Try Again').click()
    expect(tries()).toBe(1)
  })

  it('shows that the upload itself failed', async () => {
    await show({ status: 'error', type: 'error', successCount: 0, failedCount: 0, processedFiles: 0 })
    expect(title()).toBe('Upload Failed')
  })

  it('counts the files of a running upload, with the percentage inside the bar once there is room', async () => {
    const files = ['done', 'failed', 'processing', 'queued'] as const
    const running: Partial<BulkProgress> = {
      ...{ type: 'progress', status: 'processing', totalFiles: 20, processedFiles: 3, successCount: 2, failedCount: 1 },
      ...{ currentFile: 'cat.png', percentage: 15, estimatedTimeRemaining: 59 },
      allResults: files.map((status, index) => ({ index, fileName: `${status}.png`, status })),
    }
    const counts = () => [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
    const bar = () => document.querySelector('[role="progressbar"]')
    await show(running)
    expect(title()).toBe('Uploading Your Memes')
    expect(counts()).toEqual(['3/20', '2', '1', '59s'])
    expect(document.body.textContent).toContain('Processing: cat.png')
    expect(document.body.textContent).toContain('You can leave this page')
    expect([bar()?.textContent, bar()?.querySelector(':scope > div')?.textContent]).toEqual(['15%', ''])
    leaveScreen()
    await show({ ...running, percentage: 16, estimatedTimeRemaining: 60 })
    expect(bar()?.querySelector(':scope > div')?.textContent).toBe('16%')
    expect(counts().at(-1)).toBe('1m 0s')
  })

  it('shows the time of a finished upload, and the number of failures', async () => {
    await show({ totalFiles: 20, processedFiles: 20, successCount: 18, failedCount: 2, elapsedTime: 125 })
    for (const words of [
      'Successfully uploaded 18 out of 20 memes',
      '2 files failed',
      'Total time: 2m 5s',
      'Go to My Memes',
    ])
      expect(document.body.textContent).toContain(words)
  })
})
