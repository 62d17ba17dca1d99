import { expect, test } from '#test/e2e-server.ts'
import { newMember, signInAs, uploadMeme } from './people.ts'

test.describe('a meme that is not there', () => {
  test.use({ expectedErrors: [/404/] })
  test('is said to be missing, with a way back', async ({ page }) => {
    await page.goto('/?view=0190b1a2-0000-7000-8000-000000000000')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: "Oops, we can't find this meme" }).last()).toBeVisible()
    await dialog.getByRole('button', { name: 'Back to the memes' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('a picture is enlarged by a press and made small again', async ({ page, app }) => {
  const meme = await uploadMeme(app, await newMember(app), { width: 900, height: 900 })
  await page.goto(`/?view=${meme._id}`)
  const picture = page.getByRole('dialog').getByRole('figure')
  await expect(picture.getByRole('img')).toBeVisible()
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const before = await width()
  await picture.click()
  await expect.poll(width).toBeGreaterThan(before * 1.5)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBe(before)
})

test('quick taps on like end as the last one wished for, with the server of the same mind', async ({ page, app }) => {
  const meme = await uploadMeme(app, await newMember(app))
  await signInAs(page, await newMember(app))
  await page.goto(`/?view=${meme._id}`)
  const like = page.getByRole('dialog').getByRole('button', { name: 'Like', exact: true })
  for (let tap = 0; tap < 5; tap += 1) await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})

test.describe('a like that the server refuses', () => {
  test.use({ expectedErrors: [/503/] })
  test('goes back, and the reason is said', async ({ page, app }) => {
    const meme = await uploadMeme(app, await newMember(app))
    await signInAs(page, await newMember(app))
    await page.route('**/api/user-action', (route) =>
      route.request().postData()?.includes('"like"')
        ? route.fulfill({ status: 503, json: { success: false, message: 'Not right now', code: 'x' } })
        : route.continue(),
    )
    await page.goto(`/?view=${meme._id}`)
    const like = page.getByRole('dialog').getByRole('button', { name: 'Like', exact: true })
    await like.click()
    await expect(page.getByText('Not right now')).toBeVisible()
    await expect(like).toHaveAttribute('aria-pressed', 'false')
  })
})

test('a visitor is shown no like, dislike or album', async ({ page, app }) => {
  const meme = await uploadMeme(app, await newMember(app))
  await page.goto(`/?view=${meme._id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Copy picture' })).toBeVisible()
  for (const name of ['Like', 'Dislike', 'Add to album']) {
    await expect(dialog.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
})
