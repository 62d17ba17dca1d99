import { afterEach, describe, expect, it } from 'vitest'
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
  currentFile: null,
  estimatedTimeRemaining: 0,
  elapsedTime: 3,
  percentage: 100,
  status: 'completed',
  allResults: [],
}

async function show(change: Partial<BulkProgress>): Promise<() => number> {
  let tries = 0
  const onTryAgain = () => {
    tries += 1
  }
  await showScreen(<ProgressPanel progress={{ ...ended, ...change }} onTryAgain={onTryAgain} />, { texts: ['bulk'] })
  return () => tries
}
const title = () => document.querySelector('h2')?.textContent
const hasTryAgain = () => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Try Again')

afterEach(leaveScreen)

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
})
