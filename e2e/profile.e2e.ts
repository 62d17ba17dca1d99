import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { card, restUntilCard } from './hover-card.ts'
import { signInAs, uploadMeme } from './people.ts'

test.use({ expectedErrors: [/404|503/] })

test('a profile is reached by a name, says that it is missing, and can be tried again', async ({ page, app }) => {
  await test.step('a card, then the page with its memes', async () => {
    const maker = await signUp(app)
    const meme = await uploadMeme(app, maker, { name: 'By somebody' })
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

    await page.getByRole('article', { name: 'By somebody' }).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/user/${maker.username}\\?view=${meme._id}`))
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
  await test.step('a member who does not exist', async () => {
    await page.goto('/user/nobody-by-this-name')
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  })
  await test.step('a profile that does not load', async () => {
    const member = await signUp(app)
    let isDown = true
    await page.route(`**/api/users/${member.username}`, (route) =>
      isDown ? route.fulfill({ status: 503, json: { success: false, message: '', code: 'x' } }) : route.continue(),
    )
    await page.goto(`/user/${member.username}`)
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    isDown = false
    await retry.click()
    await expect(page.getByRole('heading', { level: 1, name: member.profile.displayName })).toBeVisible()
  })
  await test.step('pages without memes', async () => {
    const member = await signUp(app)
    const other = await signUp(app)
    await signInAs(page, member)
    await page.goto(`/user/${member.username}`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Upload' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/account')
    await page.goto(`/user/${other.username}`)
    await expect(page.getByRole('link', { name: 'Browse memes' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit profile' })).toBeHidden()
  })
})
