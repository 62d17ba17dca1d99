import type { Page, Route } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { textFile } from '#test/pictures.ts'
import { createMember } from '#test/sign-up.ts'
import bulk from '#web/locales/en/bulk.json' with { type: 'json' }
import { cards, choose, heavyPictures, picture, pictures, send } from './bulk.ts'
import { openAs } from './members.ts'

test.use({ expectedErrors: [/40[0134]|Failed to load resource|ERR_/] })

const percent = async (page: Page) => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'))
const completed = (page: Page) => page.getByRole('heading', { name: bulk.complete })

test('pictures are described and uploaded, failed files are tried again, and a closed tab loses none', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await test.step('describe, sort and upload', async () => {
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
    await page.getByLabel(bulk.describeAll.tag, { exact: true }).fill('monday')
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
  await test.step('upload a skipped file anyway, and try again with the failed one', async () => {
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
    await expect(page.getByText('1 file failed')).toBeVisible()
    // The server decides which of the two duplicates came first.
    await expect(page.getByText(bulk.skipped, { exact: true })).toHaveCount(1)
    await page.reload()
    await page.getByRole('button', { name: bulk.uploadAnyway }).click()
    await expect(page.getByText('Successfully uploaded 2 out of 3 memes')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Successfully uploaded 2 out of 3 memes')).toBeVisible()
    await expect(page.getByText(bulk.skipped, { exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Open the meme/ })).toHaveCount(2)
    await page.getByRole('button', { name: bulk.tryAgain }).click()
    await page.waitForURL('**/bulk-upload')
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Remove broken' })).toBeVisible()
  })
  await test.step('close the tab while files are sent', async () => {
    await openAs(page, app, await createMember(app), '/bulk-upload')
    await choose(page, await pictures('kept one.png', 'kept two.png'))
    const second = '**/api/meme/bulk/*/files/1'
    await page.route(second, () => undefined)
    await send(page)
    await expect(page.getByText(bulk.mayNotLeave)).toBeVisible()
    await expect(page.getByText('1 of 2 files')).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unroute(second)
    await expect(page.getByText("One picture from your last visit hasn't been sent yet.")).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    // Responses are lost, although the server received the requests.
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/meme/bulk', lose)
    await send(page)
    await expect(page.getByText(bulk.failed)).toBeVisible()
    await page.unroute('**/api/meme/bulk')
    await page.route(second, lose, { times: 1 })
    await send(page)
    await page.waitForURL(/\/bulk-upload\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Successfully uploaded 2 out of 2 memes')).toBeVisible()
  })
})

test('the page of an upload shows its progress after reloads at 20, 50 and 100 percent', async ({ page, app }) => {
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
