import type { Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { test } from './small-site.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists of memes' }).getByRole('link', { name, exact: true })
const names = (page: Page) => page.getByRole('feed').getByRole('article')

test('the home page lists memes for visitors and members, also by tag, and restores the scroll position', async ({
  page,
  app,
  gallery,
}) => {
  test.setTimeout(120_000)
  await test.step('the scroll position', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/?tab=new')
    await expect(page.locator('[data-shown]').first()).toBeVisible()
    await page.mouse.wheel(0, 900)
    const scrolled = () => page.evaluate(() => window.scrollY)
    await expect.poll(scrolled).toBeGreaterThan(600)
    const before = await scrolled()
    await page.reload()
    await expect.poll(scrolled).toBe(before)
    await expect(tab(page, 'New')).toHaveAttribute('aria-current', 'page')

    await page.getByRole('link', { name: 'Me', exact: true }).click()
    await expect(page).toHaveURL(/\/me$/)
    await page.goBack()
    await expect.poll(scrolled).toBe(before)
    await uploadMeme(app, gallery.creator, { name: 'Come later' })
    await tab(page, 'For you').click()
    await tab(page, 'New').click()
    await expect(names(page).first()).toContainText('Come later')
    expect(await scrolled()).toBe(0)
  })
  await test.step('lists', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await test.step('tags', async () => {
      const creator = await signUp(app)
      await uploadMeme(app, creator, { name: 'Tagged', description: '#otters' })
      await uploadMeme(app, creator, { name: 'Plain' })
      await page.goto('/?tab=new&cat=otters')
      await expect(page.getByRole('heading', { level: 1, name: '#otters' })).toBeVisible()
      await expect(page.getByRole('navigation').locator('[aria-current="true"]')).toHaveText('#otters')
      await expect(names(page)).toHaveCount(1)
      await expect(names(page).first()).toContainText('Tagged')
      await page.getByRole('link', { name: 'Show all memes' }).click()
      await expect(page).toHaveURL('/?tab=new')
      await expect(names(page).first()).toContainText('Plain')
      await page.goto('/?cat=otters&cat2=nothinglikeit')
      await expect(page.getByText('No memes with these tags')).toBeVisible()
    })
    await test.step('recommendations, new memes and followed members', async () => {
      const creator = await signUp(app)
      for (const name of ['First one', 'Second one', 'Third one']) await uploadMeme(app, creator, { name })
      await page.goto('/')
      await expect(tab(page, 'For you')).toHaveAttribute('aria-current', 'page')
      await expect(tab(page, 'Following')).toHaveCount(0)
      await tab(page, 'New').click()
      await expect(page).toHaveURL('/?tab=new')
      await expect(page).toHaveTitle('New memes · Memeroom')
      await expect(names(page).first()).toContainText('Third one')

      const reader = await signUp(app)
      await post(app, `/users/${creator.username}/follow`, {}, reader.authentication.token)
      await signInAs(page, reader)
      await page.goto('/?tab=following')
      await expect(names(page)).toHaveCount(3)
      await expect(names(page).first()).toContainText('Third one')
      await tab(page, 'For you').click()
      await expect(page).toHaveURL('/')
      await page.goBack()
      await expect(tab(page, 'Following')).toHaveAttribute('aria-current', 'page')
      await expect(names(page)).toHaveCount(3)
    })
  })
  await test.step('people to follow', async () => {
    const [creator, reader] = [await signUp(app), await signUp(app)]
    await uploadMeme(app, creator, { name: 'By a new follow' })
    const person = {
      _id: creator._id,
      username: creator.username,
      displayName: creator.profile.displayName,
      bio: '',
      avatarUrl: null,
      rank: 1,
      analytics: { totalFollowers: 0 },
    }
    await page.route('**/api/users/trending*', (route) => route.fulfill({ json: { success: true, data: [person] } }))
    await signInAs(page, reader)
    await page.goto('/?tab=following')
    await expect(page.getByRole('heading', { name: 'Nothing from people you follow' })).toBeVisible()
    const people = page.getByRole('region', { name: 'People to follow' })
    const followed = page.waitForResponse((answer) => answer.url().endsWith('/follow'))
    await people.getByRole('button', { name: /^Follow/ }).click()
    await followed
    await page.getByRole('button', { name: 'Show their memes' }).click()
    await expect(names(page).first()).toContainText('By a new follow')
  })
})
