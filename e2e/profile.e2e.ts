import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { card, restUntilCard } from './hover-card.ts'
import { uploadMeme } from './people.ts'

test('a name opens a card and a page with the memes of the person', async ({ page, app }) => {
  const maker = await signUp(app)
  const meme = await uploadMeme(app, maker, { name: 'By its maker' })
  await page.goto(`/?view=${meme._id}`)
  const name = page
    .getByRole('region', { name: 'Posted by' })
    .getByRole('link', { name: maker.profile.displayName, exact: true })
  await restUntilCard(page, name)
  await expect(card(page).getByText(/^Joined /)).toBeVisible()
  await name.click()
  await expect(page).toHaveURL(`${app.url}/user/${maker.username}`)
  await expect(page.getByRole('heading', { level: 1, name: maker.profile.displayName })).toBeVisible()
  await expect(page.getByText('1 meme', { exact: true })).toBeVisible()

  await page.getByRole('article', { name: 'By its maker' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/user/${maker.username}\\?view=${meme._id}`))
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
})
