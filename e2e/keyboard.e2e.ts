import { expect, test } from '#test/e2e-server.ts'
import { newMember, signInAs, uploadMeme } from './people.ts'

test('the whole wall works with the keyboard alone', async ({ page, app }) => {
  const member = await newMember(app)
  for (const name of ['One', 'Two', 'Three']) await uploadMeme(app, member, { name })
  await signInAs(page, member)
  await page.goto(`/user/${member.username}`)
  const tile = (name: string) => page.getByRole('article', { name })
  await expect(tile('One')).toBeVisible()

  // "/" leads to the search, "?" to the list of keys, Escape back.
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('combobox').blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Arrows move, l likes, c copies, Enter opens.
  await tile('Three').getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tile('Two').getByRole('link')).toBeFocused()
  await page.keyboard.press('l')
  await expect(tile('Two').getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('c')
  await expect(tile('Two').getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Two' })).toBeVisible()

  // In the modal: arrows step along the list, l likes, the focus stays inside.
  const hasFocus = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  await expect.poll(hasFocus).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading', { name: 'One' })).toBeVisible()
  await page.keyboard.press('l')
  await expect(dialog.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true')
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab')
    expect(await hasFocus()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tile('One').getByRole('link')).toBeFocused()
})
