import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import commonVi from '#web/locales/vi/common.json' with { type: 'json' }
import searchVi from '#web/locales/vi/search.json' with { type: 'json' }
import { saveProfile, uploadMeme } from './people.ts'

const texts = { search: searchVi, box: commonVi.search }

test('a search shows people above its memes and among its suggestions', async ({ page, app }) => {
  const member = await signUp(app)
  const name = `Đường Vịt vi`
  await saveProfile(app, member, { displayName: name })
  await uploadMeme(app, member, { name: `duongvitvi in a bath` })
  await page.goto(`/?lng=vi`)

  await page.getByRole('combobox').fill(`duongvitvi`)
  await page.getByRole('combobox').press('Enter')
  const people = page.getByRole('region', { name: texts.search.people })
  await expect(people.getByRole('link', { name })).toBeVisible()
  await expect(people.getByText(`@${member.username}`)).toBeVisible()
  await expect(page.getByRole('article', { name: `duongvitvi in a bath` })).toBeVisible()
  await people.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/user/${member.username}`))
  await page.goBack()
  await expect(people).toBeVisible()

  await page.getByRole('combobox').fill(`duong vit vi`)
  const option = page.getByRole('listbox', { name: texts.box.suggestions }).getByRole('option', { name })
  await expect(option).toContainText(`@${member.username}`)
  await option.click()
  await expect(page).toHaveURL(new RegExp(`/user/${member.username}`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('')

  await page.getByRole('combobox').fill(`@${member.username}`)
  await expect(option).toBeVisible()
  await page.getByRole('combobox').press('Enter')
  await expect(people.getByRole('link', { name })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: texts.search.empty.title.replace('{{text}}', `@${member.username}`) }),
  ).toBeVisible()
})
