import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import albumTexts from '#web/locales/vi/albums.json' with { type: 'json' }
import texts from '#web/locales/vi/memes.json' with { type: 'json' }
import { signInAs, uploadMeme } from './people.ts'

test('a meme is saved in named albums by keyboard, and albums are sorted and shared', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(120_000)
  const member = await signUp(app)
  const [one, two] = [
    await uploadMeme(app, member, { name: `First vi` }),
    await uploadMeme(app, member, { name: `Second vi` }),
  ]
  const preferences = { ...member.preferences, contentLanguage: 'vi' as const }
  await signInAs(page, { ...member, preferences })
  for (const meme of [one, two]) {
    await page.goto(`/meme/${meme._id}?lng=vi`)
    await page.getByRole('button', { name: texts.chooseAlbums }).press('Enter')
    const dialog = page.getByRole('dialog')
    if (meme === one) {
      await dialog.getByLabel(albumTexts.newName).fill('Cats')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('checkbox', { name: 'Cats' })).toBeChecked()
    } else {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
      await dialog.getByRole('checkbox', { name: 'Cats' }).press('Space')
      await saved
      await expect(dialog.getByRole('checkbox', { name: 'Cats' })).toBeChecked()
    }
    await expect(dialog.getByRole('checkbox', { name: albumTexts.default })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  await page.goto(`/my-meme?tab=album&lng=vi`)
  await page.getByRole('link', { name: /Cats/ }).press('Enter')
  await expect(page).toHaveURL(/\/album\//)
  const names = page.getByRole('article')
  await expect(names.first()).toHaveAccessibleName(`Second vi`)
  await names.first().getByRole('button', { name: albumTexts.more }).press('Enter')
  await page.getByRole('menuitem', { name: albumTexts.moveLater }).press('Enter')
  await expect(names.first()).toHaveAccessibleName(`First vi`)
  await names.first().getByRole('button', { name: albumTexts.more }).press('Enter')
  await page.getByRole('menuitem', { name: albumTexts.takeOut }).press('Enter')
  await expect(names).toHaveCount(1)
  await expect(names.first().getByRole('link').first()).toBeFocused()
  await page.getByRole('button', { name: texts.undo }).press('Enter')
  await expect(names).toHaveCount(2)
  await expect(names.first()).toHaveAccessibleName(`First vi`)

  const visitor = await browser.newPage()
  const address = page.url()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Album not found' })).toBeVisible()
  await expect(visitor.getByText('Cats')).toHaveCount(0)
  await page.getByRole('button', { name: albumTexts.edit }).press('Enter')
  await page.getByRole('dialog').getByLabel(albumTexts.visibility.label).selectOption('unlisted')
  await page.getByRole('dialog').getByRole('button', { name: albumTexts.saveChanges }).press('Enter')
  await expect(page.getByRole('main')).toContainText(albumTexts.visibility.unlisted)
  expect((await visitor.goto(address))?.status()).toBe(200)
  await expect(visitor.getByRole('heading', { name: 'Cats' })).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(2)
  await expect(visitor.getByRole('button', { name: albumTexts.edit })).toHaveCount(0)
  await visitor.close()
})
