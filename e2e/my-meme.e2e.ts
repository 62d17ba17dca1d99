import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { speedUpToasts } from './toasts.ts'

// A view may be reported just after its meme was deleted.
test.use({ expectedErrors: [/404.*\/api\/user-action\)/] })

const names = (page: Page) =>
  page
    .getByRole('feed')
    .getByRole('article')
    .evaluateAll((tiles) =>
      tiles.map((tile) => document.getElementById(tile.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''),
    )

/** Opens the menu of a tile. Its buttons appear on hover or focus. */
async function openMore(page: Page, name: string): Promise<void> {
  const tile = page.getByRole('article', { name })
  await tile.hover()
  await tile.getByRole('button', { name: 'More', exact: true }).click()
}

test('own memes are listed, sorted, searched, edited and deleted, and the album and used memes are listed', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await test.step('own memes', async () => {
    await test.step('the list of uploads when it is empty', async () => {
      await signInAs(page, await signUp(app))
      await page.goto('/')
      await page.getByRole('link', { name: 'My memes' }).click()
      await page.getByRole('tab', { name: 'Uploaded by me' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Upload a meme' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.reload()
      await expect(page.getByRole('tab', { name: 'Uploaded by me' })).toHaveAttribute('aria-selected', 'true')
    })
    await test.step('sort and search', async () => {
      const member = await signUp(app)
      const first = await uploadMeme(app, member, { name: 'First duck' })
      const second = await uploadMeme(app, member, { name: 'Second cat' })
      const third = await uploadMeme(app, member, { name: 'Third duck' })
      const other = await signUp(app)
      for (const [meme, action] of [
        [second, 'like'],
        [first, 'view'],
        [third, 'copy'],
      ] as const) {
        const done = { memeId: meme._id, action, ...(action === 'like' ? { active: true } : {}) }
        await post(app, '/user-action', done, other.authentication.token)
      }
      await signInAs(page, member)
      await page.goto('/my-meme?tab=uploadedByMe')
      await expect.poll(() => names(page)).toEqual(['Third duck', 'Second cat', 'First duck'])

      await page.getByLabel('Sort by').selectOption('Oldest first')
      await expect(page).toHaveURL(/sort=oldest/)
      await expect.poll(() => names(page)).toEqual(['First duck', 'Second cat', 'Third duck'])
      await page.getByLabel('Sort by').selectOption('Most liked')
      await expect.poll(async () => (await names(page))[0]).toBe('Second cat')
      await page.getByLabel('Sort by').selectOption('Most viewed')
      await expect.poll(async () => (await names(page))[0]).toBe('First duck')
      await page.getByLabel('Sort by').selectOption('Most copied')
      await expect.poll(async () => (await names(page))[0]).toBe('Third duck')

      await page.getByRole('searchbox', { name: 'Search your uploads' }).fill('duck')
      await expect(page).toHaveURL(/search=duck/)
      await expect.poll(() => names(page)).toHaveLength(2)
      await page.getByRole('searchbox', { name: 'Search your uploads' }).fill('zebra')
      await expect(page.getByRole('heading', { name: 'None of your uploads match “zebra”' })).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
      await expect.poll(() => names(page)).toHaveLength(3)
    })
    await test.step('edit', async () => {
      const member = await signUp(app)
      await uploadMeme(app, member, { name: 'Before' })
      await signInAs(page, member)
      await page.goto('/my-meme?tab=uploadedByMe')
      await openMore(page, 'Before')
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('x'.repeat(101))
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(dialog.getByText('The name must have at most 100 characters')).toBeVisible()
      await dialog.getByLabel('Name').fill('After')
      await dialog.getByLabel('Alternative text').fill('Coloured blocks')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(dialog).toBeHidden()
      await expect(
        page.getByRole('article', { name: 'After' }).getByRole('img', { name: 'Coloured blocks' }),
      ).toBeVisible()
      await page.reload()
      await expect(page.getByRole('article', { name: 'After' })).toBeVisible()
    })
  })
  await test.step('delete', async () => {
    const member = await signUp(app)
    await uploadMeme(app, member, { name: 'Stays' })
    await uploadMeme(app, member, { name: 'Goes' })
    await signInAs(page, member)
    await page.goto('/my-meme?tab=uploadedByMe')
    await openMore(page, 'Goes')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => names(page)).toEqual(['Stays'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => names(page)).toEqual(['Goes', 'Stays'])

    // Deletes from the detail modal, this time without undo.
    await page.getByRole('article', { name: 'Goes' }).getByRole('link').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    const speedUp = await speedUpToasts(page)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await speedUp.stop()
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['Stays'])
  })
  await test.step('the album and used memes', async () => {
    const maker = await signUp(app)
    const meme = await uploadMeme(app, maker, { name: 'Keepsake' })
    await signInAs(page, await signUp(app))
    await page.goto(`/?view=${meme._id}`)
    const album = page.getByRole('dialog').getByRole('button', { name: 'Add to album' })
    const inAlbum = page.getByRole('dialog').getByRole('button', { name: 'In your album' })
    await album.click()
    await expect(inAlbum).toBeVisible()
    await expect(page.getByText('Added to My album')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(album).toBeVisible()
    await album.click()
    await expect(inAlbum).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'My memes' }).click()
    await expect(page.getByRole('article', { name: 'Keepsake' })).toBeVisible()
    await page.getByRole('tab', { name: 'Album' }).click()
    await expect(page.getByRole('article', { name: 'Keepsake' })).toBeVisible()
  })
})
