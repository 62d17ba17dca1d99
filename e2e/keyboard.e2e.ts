import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs, uploadMeme } from './people.ts'

/** A screen reader announcement, inside or outside the modal: a modal hides the page but not its live regions. */
const announcement = (page: Page, text: string) =>
  page.locator('[aria-live="polite"]:not([aria-hidden="true"] *)').filter({ hasText: text })

test('the whole grid works with the keyboard alone', async ({ page, app }) => {
  const member = await signUp(app)
  for (const name of ['One', 'Two', 'Three']) await uploadMeme(app, member, { name })
  await signInAs(page, member)
  await page.goto(`/user/${member.username}`)
  const tile = (name: string) => page.getByRole('article', { name })
  await expect(tile('One')).toBeVisible()

  // "/" focuses the search, "?" opens the list of keys, Escape closes it.
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('combobox').blur()
  // The shortcuts load after the page.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Arrows move, l likes, c copies, Enter opens.
  await tile('Three').getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tile('Two').getByRole('link')).toBeFocused()
  await page.keyboard.press('l')
  await expect(tile('Two').getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true')
  await expect(announcement(page, 'Like: on')).toBeAttached()
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
  await expect(announcement(page, 'One · Memeroom')).toBeAttached()
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

test('skip links, menus and modals work with the keyboard', async ({ page, app }) => {
  test.setTimeout(120_000)
  await test.step('skip to the content, and announce screens', async () => {
    await uploadMeme(app, await signUp(app), { name: 'A meme' })
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    // The first Tab stop skips to the content, and from there to the grid.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    // On a first visit, the sentence about the site has a button.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Hide this note' })).toBeFocused()
    // The lists of the home page are links; tags of the day, if any, are one stop before the grid.
    for (const list of ['For you', 'New']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: list, exact: true })).toBeFocused()
    }
    if ((await page.getByRole('navigation', { name: 'Tags of the day' }).count()) > 0) await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('article').first().getByRole('link')).toBeFocused()

    await page.getByRole('button', { name: 'Explore' }).press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Explore' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Trending memes' }).press('Enter')
    await expect(page).toHaveURL(/\/trending$/)
    await expect(announcement(page, 'Trending memes · Memeroom')).toBeAttached()
  })
  await test.step('type with a menu open', async () => {
    await page.goto('/')
    const explore = page.getByRole('button', { name: 'Explore' })
    const search = page.getByRole('combobox')
    const menu = page.getByRole('menu')

    await explore.click()
    await expect(menu).toBeVisible()
    await search.click()
    await page.keyboard.type('duck')
    await expect(menu).toBeHidden()
    await expect(search).toBeFocused()
    await page.keyboard.type(' pond')
    await expect(search).toHaveValue('duck pond')
    await search.fill('')

    await explore.click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await search.click()
    await expect(menu).toBeHidden()
    await page.keyboard.type('cat')
    await expect(search).toHaveValue('cat')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=cat/)
  })
  await test.step('keep the focus in a modal, even with late frames', async () => {
    await page.addInitScript(() => {
      const request = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (callback) => request(() => setTimeout(() => callback(performance.now()), 300))
    })
    await signInAs(page, await signUp(app))
    await page.goto('/')
    const upload = page.getByRole('button', { name: 'Upload', exact: true })
    const inDialog = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
    const opened = page.getByRole('dialog')
    for (const open of [() => upload.press('Enter'), () => page.keyboard.press('?')]) {
      await open()
      await expect(opened).toBeVisible()
      await expect.poll(inDialog).toBe(true)
      for (const key of [...Array(12).fill('Tab'), ...Array(12).fill('Shift+Tab'), 'Tab']) {
        await page.keyboard.press(key)
        expect(await inDialog()).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
      await expect(upload).toBeFocused()
    }
  })
})
