import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs, uploadMeme } from './people.ts'

test('opened memes are listed, one or all can be taken out, and the history can be switched off', async ({
  page,
  app,
}) => {
  const [creator, reader] = [await signUp(app), await signUp(app)]
  const memes = []
  for (const name of ['First seen', 'Seen next', 'Seen last']) memes.push(await uploadMeme(app, creator, { name }))
  await signInAs(page, reader)
  for (const { _id } of memes) {
    const recorded = page.waitForResponse((answer) => answer.url().endsWith('/user-action'))
    await page.goto(`/meme/${_id}`)
    await recorded
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Recently viewed' }).click()
  await expect(page).toHaveURL('/history')
  const listed = page.getByRole('feed', { name: 'Recently viewed' }).getByRole('article')
  await expect(listed).toHaveCount(3)
  await expect(listed.first()).toContainText('Seen last')

  await page.getByRole('button', { name: 'Remove “Seen next” from history' }).click()
  await expect(listed).toHaveCount(2)
  await page.reload()
  await expect(listed).toHaveCount(2)

  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing viewed yet' })).toBeVisible()

  await page.getByRole('button', { name: 'Turn off history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off history' }).click()
  await expect(page.getByRole('heading', { name: 'History is off' })).toBeVisible()
  await page.goto(`/meme/${(await uploadMeme(app, creator, { name: 'Unseen' }))._id}`)
  await expect(page.getByRole('heading', { name: 'Unseen' }).first()).toBeAttached()
  await page.goto('/history')
  await expect(page.getByRole('heading', { name: 'History is off' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn on history' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing viewed yet' })).toBeVisible()
})
