import { afterEach, beforeEach, expect, vi } from 'vitest'
import { clearAll } from '#web/features/bulk-upload/bulk-store.ts'
import { BulkProgressScreen, BulkUploadScreen } from '#web/features/bulk-upload/bulk-upload-screen.tsx'
import { Routes, useParams } from '#web/lib/router.tsx'
import { signIn } from '#web/lib/session.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { signedIn } from '../signed-in.ts'
import { leaveScreen, type Replies, showScreen } from './screen.tsx'

/** Signs in before each test of a file, and leaves the screen after it. */
export function setUpBulkScreen(): void {
  beforeEach(() => {
    signIn(signedIn)
    // Without it, pictures are their own previews: the test environment has no workers.
    vi.stubGlobal('OffscreenCanvas', undefined)
  })
  afterEach(() => {
    clearAll()
    leaveScreen()
  })
}

export const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
export const text = () => document.body.textContent ?? ''
export const shows = (words: string) => until(() => expect(text()).toContain(words))
export const image = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

const Progress = () => <BulkProgressScreen uploadId={useParams().uploadId ?? ''} />

/** Shows the bulk upload and the page of its progress. */
export function showBulk(replies: Replies = {}, path = '/bulk-upload') {
  return showScreen(
    <>
      <Routes
        routes={[
          { path: '/bulk-upload', element: <BulkUploadScreen /> },
          { path: '/bulk-upload/:uploadId', element: <Progress /> },
        ]}
      />
      <Toaster label="Messages" />
    </>,
    { path, texts: ['bulk'], replies },
  )
}

/** Chooses files as a member does. */
export function choose(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('No file input')
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
