import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { dragFinger } from './fingers.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { answerTrending } from './trending-lists.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const TALL = { width: 400, height: 900 }
/** Height below every tile's picture on devices without hover. */
const CAPTION_PX = 68

test('a tile shows its reason, the modal takes swipes, and edges respect notches', async ({ page, app }) => {
  test.setTimeout(120_000)
  await test.step('notches', async () => {
    const member = await signUp(app)
    const meme = await uploadMeme(app, member)
    const session = await page.context().newCDPSession(page)
    await page.goto('/')
    const top = async () => (await page.getByRole('link', { name: 'Memeroom, home' }).boundingBox())?.y ?? 0
    await expect(page.getByRole('article').first()).toBeVisible()
    const before = await top()
    const insets = { top: 40, topMax: 40, bottom: 30, bottomMax: 30, left: 20, leftMax: 20, right: 20, rightMax: 20 }
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
    await expect.poll(top).toBe(before + 40)
    const main = page.getByRole('main')
    const padding = () => main.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft))
    expect(await padding()).toBeGreaterThanOrEqual(20)
    await page.goto(`/?view=${meme._id}`)
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await expect.poll(async () => (await close.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(40)
  })
  await test.step('swipe and pull down', async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
    const member = await signUp(app)
    for (const name of ['One', 'Two', 'Three']) await uploadMeme(app, member, { name, width: 400, height: 400 })
    await page.goto(`/user/${member.username}`)
    await page.getByRole('article', { name: 'Three' }).getByRole('link').tap()
    const dialog = page.getByRole('dialog')
    const shows = (name: string) => expect(dialog.getByRole('heading', { name })).toBeAttached()
    await shows('Three')
    const middle = { x: 180, y: 200 }

    await dragFinger(session, { x: 300, y: 200 }, { x: 80, y: 210 })
    await shows('Two')
    await expect(page).toHaveURL(/view=/)
    await dragFinger(session, { x: 300, y: 200 }, { x: 80, y: 210 })
    await shows('One')
    await dragFinger(session, { x: 60, y: 200 }, { x: 280, y: 190 })
    await shows('Two')
    // Neither far enough across nor down: nothing happens.
    await dragFinger(session, middle, { x: 150, y: 205 })
    await dragFinger(session, middle, { x: 182, y: 260 })
    await shows('Two')
    await dragFinger(session, middle, { x: 190, y: 460 })
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/view=/)
  })
  await test.step('the reason below a tile', async () => {
    const [creator, reader] = [await signUp(app), await signUp(app)]
    const { name } = await uploadMeme(app, creator)
    await post(app, `/users/${creator.username}/follow`, {}, reader.authentication.token)
    await signInAs(page, reader)
    await page.goto('/')
    const tile = page.getByRole('article', { name, exact: true })
    const reason = tile.getByText('Following', { exact: true })
    await expect(reason).toBeVisible()
    const [outer, picture, words] = [
      await tile.boundingBox(),
      await tile.getByRole('link').boundingBox(),
      await reason.boundingBox(),
    ]
    if (!outer || !picture || !words) throw new Error('a tile with words')
    expect(outer.height - picture.height).toBeCloseTo(CAPTION_PX, 0)
    expect(words.y).toBeGreaterThan(picture.y + picture.height)
    expect(words.y + words.height).toBeLessThanOrEqual(outer.y + outer.height)
  })
})

/** Touch targets smaller than 44 px in either direction; links within a sentence are exempt. */
const tooSmall = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const wrong: string[] = []
    /** A link may extend its hit area over its whole entry with an `::after` layer. */
    const hitBox = (target: Element, own: { width: number; height: number }) => {
      const layer = getComputedStyle(target, '::after')
      if (layer.content === 'none' || layer.position !== 'absolute') return own
      const [width, height] = [Number.parseFloat(layer.width), Number.parseFloat(layer.height)]
      return { width: Math.max(own.width, width), height: Math.max(own.height, height) }
    }
    for (const root of document.querySelectorAll(selector)) {
      for (const target of root.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')) {
        const { width, height } = target.getBoundingClientRect()
        const isShown =
          target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
        const isInSentence = target.matches('p a, li p a')
        // The hit area of radio buttons and check boxes is their label.
        const box = target.matches('[type="radio"], [type="checkbox"]')
          ? target.closest('label')?.getBoundingClientRect()
          : hitBox(target, { width, height })
        if (!isShown || isInSentence || !box || target.matches('[tabindex="-1"][type="file"]')) continue
        // Half a pixel may be lost to rounding.
        if (box.width < 43.5 || box.height < 43.5) {
          const name = target.getAttribute('aria-label') ?? target.textContent
          wrong.push(`${name} (${target.tagName}): ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`)
        }
      }
    }
    return wrong
  }, within)

test('touch targets are 44 px wide and high, and the top bar fits a small phone', async ({ page, app }) => {
  test.setTimeout(120_000)
  await test.step('trending lists', async () => {
    const creator = await signUp(app)
    const memes: Meme[] = []
    for (const name of ['A', 'Hi', 'A longer name', 'B', 'C']) memes.push(await uploadMeme(app, creator, { name }))
    await answerTrending(page, memes)
    for (const path of ['/trending', '/trending-users']) {
      await page.goto(path)
      await expect(page.locator('ol[aria-label*="24 hours"] > li')).toHaveCount(5)
      expect(await tooSmall(page, 'main'), path).toEqual([])
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('other screens', async () => {
    const member = await signUp(app)
    const meme = await uploadMeme(app, member, { name: 'A meme', description: 'with a #hashtag' })
    await signInAs(page, member)
    const paths = [
      '/',
      '/?search=meme',
      '/my-meme?tab=uploadedByMe',
      '/trending',
      '/account',
      '/account?tab=preferences',
    ]
    const wrong: string[] = []
    for (const path of [...paths, `/user/${member.username}`, '/bulk-upload']) {
      await page.goto(path)
      await page.locator('main :is(h1, article)').first().waitFor({ state: 'attached' })
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      for (const line of await tooSmall(page, 'body')) wrong.push(`${path}: ${line}`)
    }
    await page.goto(`/?view=${meme._id}`)
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'A meme' })).toBeAttached()
    for (const line of await tooSmall(page, '[role="dialog"]')) wrong.push(`the modal: ${line}`)
    expect(wrong).toEqual([])

    await page.goto('/')
    await page.getByRole('button', { name: 'Upload' }).tap()
    const picture = { name: 'tall.png', mimeType: 'image/png', buffer: await randomPicture('tall', TALL) }
    await page.getByRole('dialog').getByLabel('Choose a picture').setInputFiles(picture)
    await expect(page.getByRole('dialog').getByRole('img', { name: 'The picture you chose' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Upload' })).toBeInViewport({ ratio: 1 })

    // The box takes the whole bar once it is used, with all its controls.
    await page.goto('/')
    const box = page.getByRole('combobox')
    // The application replaces the bar of the document.
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.width).toBe(360)
    const width = async () => (await page.getByRole('search').boundingBox())?.width ?? 0
    expect(await width()).toBeLessThan(260)
    await box.tap()
    await expect.poll(width).toBeGreaterThan(300)
    await box.fill('meme')
    await page.getByRole('button', { name: 'Clear' }).tap()
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await page.getByRole('link', { name: 'Me', exact: true }).focus()
    await expect.poll(width).toBeLessThan(260)
  })
})
