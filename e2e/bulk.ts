import { expect, type Page } from '@playwright/test'
import type { BulkFileResult, BulkProgress } from '#contract/memes/bulk-upload.ts'
import { photoLike } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import bulk from '#web/locales/en/bulk.json' with { type: 'json' }
import type bulkVi from '#web/locales/vi/bulk.json'
import { TEXTS } from './members.ts'

type Texts = typeof bulk | typeof bulkVi

export const CANCEL = new RegExp(`^(${TEXTS.en.common.cancel}|${TEXTS.vi.common.cancel})$`)

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

let counter = 0

/** A unique small picture. */
export async function picture(name: string): Promise<ChosenFile> {
  counter += 1
  const buffer = await randomPicture(`bulk ${Date.now()} ${counter}`, { width: 160, height: 120 })
  return { name, mimeType: 'image/png', buffer }
}

export const pictures = (...names: string[]) => Promise.all(names.map(picture))

/** Pictures that take the server a while each. */
export async function heavyPictures(count: number): Promise<ChosenFile[]> {
  const files: ChosenFile[] = []
  for (let at = 0; at < count; at += 1) {
    counter += 1
    const buffer = await photoLike('jpeg', { width: 1200 + counter, height: 900 })
    files.push({ name: `heavy ${at}.jpg`, mimeType: 'image/jpeg', buffer })
  }
  return files
}

export const choose = (page: Page, files: ChosenFile[]) => page.getByLabel(bulk.choose).setInputFiles(files)
export const send = (page: Page) => page.getByRole('button', { name: bulk.uploadAll }).click()
export const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Edit / }) })

/** True if leaving the page shows a warning. */
export const warns = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
/** Waits until the chosen files are stored for the next visit. */
export const saved = (page: Page) => expect.poll(() => warns(page)).toBe(false)

/** The id of a fake upload with a state that the test provides. */
export const MADE_UP_UPLOAD = '0190b1a2-0000-7000-8000-000000000001'

/** Answers all progress requests for the fake upload with this; its stream never connects. */
export async function answerProgress(page: Page, progress: Partial<BulkProgress>): Promise<void> {
  const allResults: BulkFileResult[] = progress.allResults ?? []
  await page.route('**/api/meme/bulk/progress/*', (route) => route.abort())
  await page.route('**/api/meme/bulk/status/*', (route) =>
    route.fulfill({
      json: {
        success: true,
        type: 'progress',
        uploadId: MADE_UP_UPLOAD,
        totalFiles: allResults.length,
        processedFiles: 0,
        successCount: 0,
        failedCount: 0,
        awaitedFiles: 0,
        currentFile: null,
        estimatedTimeRemaining: 2,
        elapsedTime: 0,
        percentage: 0,
        status: 'processing',
        ...progress,
        allResults,
      } satisfies BulkProgress,
    }),
  )
}

const named = (pattern: string, name: string) => pattern.replace('{{name}}', name)
const failed = { status: 'failed', code: 'meme.duplicate', message: 'This meme is already on the site.' } as const
const RESULTS: BulkFileResult[] = [
  { index: 0, fileName: 'a cat on a keyboard.png', status: 'done', memeId: MADE_UP_UPLOAD },
  { index: 1, fileName: 'mèo ngồi trên bàn phím.jpg', duplicateOf: MADE_UP_UPLOAD, ...failed },
  { index: 2, fileName: 'a name without any place to break it, and too long for a phone.webp', status: 'processing' },
  { index: 3, fileName: 'last.gif', status: 'queued' },
]
const ended = (result: BulkFileResult): BulkFileResult => ({ ...result, status: 'done', memeId: MADE_UP_UPLOAD })
const STATES = {
  processing: { processedFiles: 2, successCount: 1, failedCount: 1, percentage: 50, estimatedTimeRemaining: 75 },
  early: { processedFiles: 0, percentage: 0 },
  completed: { processedFiles: 4, successCount: 3, failedCount: 1, percentage: 100, elapsedTime: 83 },
  error: { processedFiles: 4, failedCount: 4, percentage: 100, elapsedTime: 9 },
} satisfies Record<string, Partial<BulkProgress>>

/** Every state of the screen, in a possible order. */
export const BULK_STATES = [
  'idle',
  'chosen',
  'edit',
  'describe all',
  'sending',
  'early',
  'processing',
  'completed',
  'error',
] as const
type BulkState = (typeof BULK_STATES)[number]

/** Moves the screen from the previous state into this one, with fake server responses. */
export async function showBulkState(page: Page, state: BulkState, texts: Texts): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  if (state === 'idle') {
    await expect(page.getByText(texts.drop)).toBeVisible()
  } else if (state === 'chosen') {
    const names = ['one.png', 'mèo ngồi trên bàn phím nhìn ra cửa sổ.png', 'three.png']
    await page.getByLabel(texts.choose).setInputFiles(await pictures(...names))
    await expect(page.getByRole('main').locator('li img')).toHaveCount(3)
  } else if (state === 'edit') {
    await button(named(texts.edit, 'one')).press('Enter')
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  } else if (state === 'describe all') {
    await button(CANCEL).click()
    await button(texts.describeAll.open).click()
    await expect(page.getByRole('dialog').getByLabel(texts.describeAll.tag, { exact: true })).toBeVisible()
  } else if (state === 'sending') {
    await button(CANCEL).click()
    await page.route('**/api/meme/bulk', () => undefined)
    await button(texts.uploadAll).click()
    await expect(page.getByText(texts.mayNotLeave)).toBeVisible()
  } else await showUpload(page, state, texts)
}

async function showUpload(page: Page, state: keyof typeof STATES, texts: Texts): Promise<void> {
  const isRunning = state === 'processing' || state === 'early'
  const allResults = isRunning ? RESULTS : RESULTS.map((result) => (result.index === 1 ? result : ended(result)))
  await answerProgress(page, {
    ...STATES[state],
    ...(isRunning
      ? { currentFile: state === 'early' ? null : (RESULTS[2]?.fileName ?? null) }
      : { type: state, status: state }),
    allResults,
  })
  const stop = page.getByRole('button', { name: CANCEL })
  if (await stop.isVisible()) await stop.click()
  await page.goto(`/bulk-upload/${MADE_UP_UPLOAD}`)
  const title = isRunning ? texts.uploading : state === 'completed' ? texts.complete : texts.failedTitle
  await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 30_000 })
}
