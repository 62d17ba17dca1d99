import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '#test/e2e-server.ts'
import { textFile } from '#test/pictures.ts'
import { createMember } from '#test/sign-up.ts'
import bulk from '#web/locales/en/bulk.json' with { type: 'json' }
import { answerProgress, CANCEL, cards, choose, MADE_UP_UPLOAD, picture, pictures, saved, send, warns } from './bulk.ts'
import { openAs } from './members.ts'

test.use({ expectedErrors: [/Failed to load resource|ERR_/] })

const fileNames = ['one.png', 'two.png', 'three.png'] as const

test('cards are sorted and previewed, and leaving warns while files are sent or not stored', async ({ page, app }) => {
  test.setTimeout(180_000)
  await test.step('sort', async () => {
    await test.step('a dropped folder', async () => {
      await openAs(page, app, await createMember(app), '/bulk-upload')
      const folder = test.info().outputPath('holiday')
      await mkdir(path.join(folder, 'b inside'), { recursive: true })
      for (const name of ['c.png', 'a.png', 'b inside/deep.png'])
        await writeFile(path.join(folder, name), (await picture(name)).buffer)
      await writeFile(path.join(folder, 'notes.txt'), textFile())
      await expect(page.getByText(bulk.drop)).toBeVisible()
      const session = await page.context().newCDPSession(page)
      const data = { items: [], files: [folder], dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
      await expect(cards(page)).toContainText(['a', 'deep', 'c'])
      await expect(page.getByText('is not an image file')).toHaveCount(0)
      await page.getByRole('button', { name: bulk.clearAll }).click()
    })
    await test.step('dragging and keys', async () => {
      await openAs(page, app, await createMember(app), '/bulk-upload')
      await choose(page, await pictures(...fileNames))
      await expect(cards(page)).toContainText(['one', 'two', 'three'])
      await cards(page).nth(2).dragTo(cards(page).nth(0))
      await expect(cards(page)).toContainText(['three', 'one', 'two'])
      const edit = page.getByRole('button', { name: 'Edit two' })
      await edit.focus()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(page.getByText('two is now 2 of 3')).toBeAttached()
      await expect(edit).toBeFocused()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(cards(page)).toContainText(['two', 'three', 'one'])
      await page.keyboard.press('Alt+ArrowRight')
      await expect(cards(page)).toContainText(['three', 'two', 'one'])
      await expect(edit).toBeFocused()
      const earlier = page.getByRole('button', { name: 'Move two earlier' })
      await earlier.focus()
      await page.keyboard.press('Enter')
      await expect(cards(page)).toContainText(['two', 'three', 'one'])
      await expect(earlier).toBeFocused()
      // The order is stored for the next visit.
      await saved(page)
      await page.reload()
      await expect(cards(page)).toContainText(['two', 'three', 'one'])
    })
  })
  await test.step('previews are made in a worker and released', async () => {
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { made: string[]; revoked: string[] }
      counted.made = []
      counted.revoked = []
      const { createObjectURL, revokeObjectURL } = URL
      URL.createObjectURL = (object) => {
        const url = createObjectURL.call(URL, object)
        counted.made.push(url)
        return url
      }
      URL.revokeObjectURL = (url) => {
        counted.revoked.push(url)
        revokeObjectURL.call(URL, url)
      }
    })
    await openAs(page, app, await createMember(app), '/bulk-upload')
    const started = page.waitForEvent('worker')
    await choose(page, await pictures(...fileNames))
    expect((await started).url()).toContain('thumbnail-worker')
    await expect(page.getByRole('img', { name: /^Preview of/ })).toHaveCount(3)
    await page.getByRole('button', { name: bulk.clearAll }).click()
    await expect(page.getByText(bulk.drop)).toBeVisible()
    const urls = await page.evaluate(() => {
      const { made, revoked } = globalThis as unknown as { made: string[]; revoked: string[] }
      return { made: made.toSorted(), revoked: revoked.toSorted() }
    })
    expect(urls.made).toHaveLength(3)
    expect(urls.revoked).toEqual(urls.made)
  })
  await test.step('warn before leaving', async () => {
    await openAs(page, app, await createMember(app), '/bulk-upload')
    expect(await warns(page)).toBe(false)
    await choose(page, await pictures('one.png'))
    await expect(cards(page)).toHaveCount(1)
    await saved(page)
    await page.route('**/api/meme/bulk', () => undefined)
    await send(page)
    await expect(page.getByText(bulk.mayNotLeave)).toBeVisible()
    const opening = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await opening
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.getByRole('button', { name: CANCEL }).click()
    await expect(cards(page)).toHaveCount(1)
    await saved(page)
    await answerProgress(page, { allResults: [{ index: 0, fileName: 'one.png', status: 'processing' }] })
    await page.goto(`/bulk-upload/${MADE_UP_UPLOAD}`)
    await expect(page.getByText(bulk.mayLeave)).toBeVisible()
    expect(await warns(page)).toBe(false)
  })
  await test.step('warn before leaving until chosen files are stored', async () => {
    // Other tabs can read while this transaction is open, but not write.
    await page.goto('/privacy-policy')
    await page.evaluate(async () => {
      const opened = indexedDB.open('memeroom-bulk-upload')
      await new Promise((resolve) => (opened.onsuccess = resolve))
      const store = opened.result.transaction(['files'], 'readonly').objectStore('files')
      const state = { isHeld: true }
      Object.assign(window, { release: () => (state.isHeld = false) })
      function keepOpen(): void {
        store.count().onsuccess = () => state.isHeld && keepOpen()
      }
      keepOpen()
    })
    const other = await page.context().newPage()
    await other.goto('/bulk-upload')
    await expect(cards(other)).toHaveCount(1)
    await choose(other, await pictures('two.png'))
    await expect(cards(other)).toHaveCount(2)
    expect(await warns(other)).toBe(true)
    await page.evaluate(() => (window as unknown as { release: () => void }).release())
    await saved(other)
    await other.reload()
    await expect(cards(other)).toHaveCount(2)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('cards are sorted by touch', async ({ page, app }) => {
    await openAs(page, app, await createMember(app), '/bulk-upload')
    await choose(page, await pictures(...fileNames))
    await page.getByRole('button', { name: 'Move three earlier' }).tap()
    await page.getByRole('button', { name: 'Move one later' }).tap()
    await expect(cards(page)).toContainText(['three', 'one', 'two'])
    await expect(page.getByRole('button', { name: 'Move two later' })).toBeDisabled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
