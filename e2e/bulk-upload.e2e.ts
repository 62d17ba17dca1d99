import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { textFile } from '#test/pictures.ts'
import { createMember } from '#test/sign-up.ts'
import bulk from '#web/locales/en/bulk.json' with { type: 'json' }
import { answerProgress, cards, choose, heavyPictures, MADE_UP_UPLOAD, picture, pictures, send } from './bulk.ts'
import { openAs } from './members.ts'

test.use({ expectedErrors: [/40[0134]|Failed to load resource|ERR_/] })

const percent = async (page: Page) => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'))
const completed = (page: Page) => page.getByRole('heading', { name: bulk.complete })

test('pictures are chosen, described, put in order and uploaded', async ({ page, app }) => {
  await openAs(page, app, await createMember(app), '/')
  await page.getByRole('button', { name: 'Explore' }).click()
  await page.getByRole('menuitem', { name: bulk.title }).click()
  await page.waitForURL('**/bulk-upload')
  await choose(page, await pictures('one.png', 'two.png', 'three.png', 'extra.png'))
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByRole('img', { name: 'Preview of one' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove extra' }).press('Enter')
  await page.getByRole('button', { name: 'Move three earlier' }).press('Enter')
  await expect(cards(page).nth(1)).toContainText('three')
  await page.getByRole('button', { name: 'Edit one' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: bulk.editTitle })
  await expect(dialog.getByLabel(bulk.name)).toHaveValue('one')
  await dialog.getByLabel(bulk.name).fill('x'.repeat(101))
  await expect(dialog.getByRole('button', { name: bulk.save })).toBeDisabled()
  await dialog.getByLabel(bulk.name).fill('First of all')
  await dialog.getByLabel(bulk.description).fill('A word about it')
  await dialog.getByRole('button', { name: bulk.save }).click()
  await expect(cards(page).first()).toContainText('A word about it')
  await page.getByRole('button', { name: bulk.describeAll.open }).click()
  await page.getByLabel(bulk.describeAll.tag).fill('monday')
  await page.getByRole('button', { name: bulk.describeAll.apply }).click()
  await expect(cards(page).nth(2)).toContainText('#monday')
  await send(page)
  await page.waitForURL(/\/bulk-upload\/[0-9a-f-]{36}$/)
  await expect(completed(page)).toBeVisible()
  await expect(page.getByText('Successfully uploaded 3 out of 3 memes')).toBeVisible()
  await expect(page.getByRole('list', { name: bulk.results }).getByText('.png')).toHaveText([
    'one.png',
    'three.png',
    'two.png',
  ])
  await page.getByRole('link', { name: bulk.goToMyMemes }).click()
  await page.waitForURL('**/my-meme?tab=uploadedByMe')
  await expect(page.getByText('First of all').first()).toBeAttached()
})

test('what cannot be taken is said, and clearing all starts anew', async ({ page, app }) => {
  await openAs(page, app, await createMember(app), '/bulk-upload')
  const huge = { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }
  const words = { name: 'words.txt', mimeType: 'text/plain', buffer: textFile() }
  await choose(page, [huge, words, await picture('good.png')])
  await expect(page.getByText('huge.png exceeds 10MB size limit')).toBeVisible()
  await expect(page.getByText('words.txt is not an image file')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  const one = await picture('many.png')
  await choose(
    page,
    Array.from({ length: 51 }, (_, at) => ({ ...one, name: `many ${at}.png` })),
  )
  await expect(page.getByText(bulk.tooMany)).toBeVisible()
  await expect(cards(page)).toHaveCount(50)
  await page.getByRole('button', { name: bulk.clearAll }).click()
  await expect(page.getByText(bulk.drop)).toBeVisible()
  await page.reload()
  await expect(page.getByText(bulk.drop)).toBeVisible()
})

test('the address of an upload shows where it is, at 20, 50 and 100 percent', async ({ page, app }) => {
  test.slow()
  await openAs(page, app, await createMember(app), '/bulk-upload')
  await choose(page, await heavyPictures(10))
  await send(page)
  await page.waitForURL(/\/bulk-upload\/[0-9a-f-]{36}$/)
  const address = page.url()
  await expect(page.getByText(bulk.mayLeave)).toBeVisible()
  for (const mark of [20, 50]) {
    await expect.poll(() => percent(page), { timeout: 50_000 }).toBeGreaterThanOrEqual(mark)
    const before = await percent(page)
    await page.reload()
    await expect.poll(() => percent(page)).toBeGreaterThanOrEqual(before)
    expect(page.url()).toBe(address)
  }
  await expect(completed(page)).toBeVisible({ timeout: 50_000 })
  await page.reload()
  await expect(completed(page)).toBeVisible()
  expect(await percent(page)).toBe(100)
})

test('try again keeps the files that failed, and only those', async ({ page, app }) => {
  await openAs(page, app, await createMember(app), '/bulk-upload')
  const good = await picture('good.png')
  await choose(page, [
    good,
    { name: 'broken.png', mimeType: 'image/png', buffer: textFile() },
    { ...good, name: 'twin.png' },
  ])
  await send(page)
  await expect(completed(page)).toBeVisible()
  await expect(page.getByText('Successfully uploaded 1 out of 3 memes')).toBeVisible()
  await expect(page.getByText('2 files failed')).toBeVisible()
  await page.getByRole('button', { name: bulk.tryAgain }).click()
  await page.waitForURL('**/bulk-upload')
  await expect(cards(page)).toHaveCount(2)
  // The server decides which of the two duplicates came first.
  await expect(cards(page).filter({ hasText: 'This meme is already on the site.' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove broken' }).press('Enter')
  await page.getByLabel(bulk.keepDuplicates).check()
  await send(page)
  await expect(page.getByText('Successfully uploaded 1 out of 1 meme')).toBeVisible()
})

test('a tab closed while files are sent finds them again, and sends what the server lacks', async ({ page, app }) => {
  await openAs(page, app, await createMember(app), '/bulk-upload')
  await choose(page, await pictures('kept one.png', 'kept two.png'))
  await page.route('**/api/meme/bulk', () => undefined)
  await send(page)
  await expect(page.getByText(bulk.mayNotLeave)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute('**/api/meme/bulk')
  await expect(page.getByText('2 pictures from your last visit have not been sent yet.')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  // The response is lost, although the server accepted all files.
  await page.route('**/api/meme/bulk', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page)
  await expect(page.getByText(bulk.failed)).toBeVisible()
  await page.unroute('**/api/meme/bulk')
  await send(page)
  await page.waitForURL(/\/bulk-upload\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Successfully uploaded 2 out of 2 memes')).toBeVisible()
})

test('a lost stream is said, and progress goes on without it', async ({ page, app }) => {
  test.slow()
  await openAs(page, app, await createMember(app), '/bulk-upload')
  await page.route('**/api/meme/bulk/progress/*', (route) => route.abort())
  await choose(page, await heavyPictures(6))
  await send(page)
  await expect(page.getByText(bulk.connectionLost)).toBeVisible()
  await expect(completed(page)).toBeVisible({ timeout: 50_000 })
})

test('an upload that does not exist leads to a new one; visitors get the prompt to log in', async ({ page, app }) => {
  await openAs(page, app, await createMember(app), '/bulk-upload/0190b1a2-0000-7000-8000-000000000000')
  await page.waitForURL('**/bulk-upload')
  await page.goto('/bulk-upload/not-an-id')
  await page.waitForURL('**/bulk-upload')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/bulk-upload')
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('the panel says how far an upload is, by the rules of its bar and its times', async ({ page, app }) => {
  await openAs(page, app, await createMember(app), '/')
  const files = ['done', 'failed', 'processing', 'queued'] as const
  const running = {
    totalFiles: 20,
    processedFiles: 3,
    successCount: 2,
    failedCount: 1,
    currentFile: 'cat.png',
    percentage: 15,
    estimatedTimeRemaining: 59,
    allResults: files.map((status, index) => ({ index, fileName: `${status}.png`, status })),
  }
  const bar = page.getByRole('progressbar')
  const inside = bar.locator('> div')
  await answerProgress(page, running)
  await page.goto(`/bulk-upload/${MADE_UP_UPLOAD}`)
  await expect(page.getByRole('heading', { name: bulk.uploading })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['3/20', '2', '1', '59s'])
  await expect(page.getByText('Processing: cat.png')).toBeVisible()
  await expect(page.getByText(bulk.mayLeave)).toBeVisible()
  await expect(bar).toHaveText('15%')
  await expect(inside).toHaveText('')
  await answerProgress(page, { ...running, percentage: 16, estimatedTimeRemaining: 60 })
  await page.reload()
  await expect(inside).toHaveText('16%')
  await expect(page.getByRole('definition').last()).toHaveText('1m 0s')
  const ended = { type: 'completed', status: 'completed', percentage: 100, processedFiles: 20 } as const
  await answerProgress(page, { ...running, ...ended, successCount: 18, failedCount: 2, elapsedTime: 125 })
  await page.reload()
  await expect(page.getByText('Successfully uploaded 18 out of 20 memes')).toBeVisible()
  await expect(page.getByText('2 files failed')).toBeVisible()
  await expect(page.getByText('Total time: 2m 5s')).toBeVisible()
  await expect(page.getByRole('button', { name: bulk.tryAgain })).toBeVisible()
  await answerProgress(page, { ...running, ...ended, successCount: 20, failedCount: 0, elapsedTime: 42 })
  await page.reload()
  await expect(page.getByText('Total time: 42s')).toBeVisible()
  await expect(page.getByRole('button', { name: bulk.tryAgain })).toBeHidden()
  await expect(page.getByRole('link', { name: bulk.goToMyMemes })).toBeVisible()
})
