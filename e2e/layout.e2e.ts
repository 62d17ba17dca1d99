import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { animatedGif } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { setMemberLanguage, signInAs, uploadMeme } from './people.ts'

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: Number.NaN, y: 0, width: 0, height: 0 }

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const figure = (page: Page) => page.getByRole('dialog').getByRole('figure')

const HEIGHT = 800
/** Window width and number of columns, as in the specification's table. */
const COLUMNS = [
  [360, 2],
  [768, 2],
  [1280, 4],
  [1920, 6],
] as const

test('the grid has as many columns as the width allows, and no button covers an opened picture at any width', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(120_000)
  await test.step('the grid', async () => {
    const member = await signUp(app)
    for (let index = 0; index < 8; index += 1) await uploadMeme(app, member, { width: 300, height: 700 })
    await page.goto('/')
    const tiles = page.getByRole('article')
    await expect(tiles.first()).toBeVisible()
    for (const [width, columns] of COLUMNS) {
      await page.setViewportSize({ width, height: HEIGHT })
      const lefts = () => tiles.evaluateAll((all) => [...new Set(all.map((tile) => tile.getBoundingClientRect().left))])
      await expect.poll(async () => (await lefts()).length).toBe(columns)
    }

    await page.setViewportSize({ width: 500, height: 600 })
    await page.goto(`/user/${member.username}`)
    await expect(tiles.first()).toBeVisible()
    const button = page.getByRole('button', { name: 'Back to top' })
    await page.evaluate(() => window.scrollTo(0, 299))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(299)
    await expect(button).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 320))
    await button.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(button).toHaveCount(0)
  })
  await test.step('an opened meme', async () => {
    const file = { bytes: await animatedGif(), type: 'image/gif' }
    const meme = await uploadMeme(app, await signUp(app), { file })
    for (const { hasTouch, widths } of [
      { hasTouch: true, widths: [320, 360, 768] },
      { hasTouch: false, widths: [1280, 1920] },
    ]) {
      const context = await browser.newContext({ baseURL: app.url, hasTouch, reducedMotion: 'no-preference' })
      const page = await context.newPage()
      await page.goto(`/?view=${meme._id}`)
      await expect(figure(page).getByRole('img')).toBeVisible()
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT })
        for (const name of ['Zoom in', 'Pause', 'Close']) {
          const button = page.getByRole('dialog').getByRole('button', { name })
          await expect(button).toBeInViewport()
          await expect.poll(() => overlap(button, figure(page)), `${name}, ${width}`).toBe(false)
        }
      }
      await context.close()
    }
  })
})

/** Room for the text in the search field, in px. */
const fieldWidth = (page: Page) =>
  page.getByRole('combobox').evaluate((field) => {
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  })

/** Every 80 px, and both sides of each width in the media queries of the page's styles, where the field can shrink. */
const widthsOf = (page: Page) =>
  page.evaluate(() => {
    const widths = new Set(Array.from({ length: 21 }, (_, index) => 320 + 80 * index))
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule)
          for (const [, value, unit] of rule.conditionText.matchAll(/([\d.]+)(px|rem)/g)) {
            const edge = Number(value) * (unit === 'rem' ? 16 : 1)
            widths.add(edge - 1).add(edge)
          }
        if (rule instanceof CSSGroupingRule) read(rule.cssRules)
      }
    }
    for (const { cssRules } of document.styleSheets) read(cssRules)
    return [...widths].filter((width) => width >= 320 && width <= 1920).sort((one, other) => one - other)
  })

test('the search field in the top bar is at least 160 px wide at every width', async ({ page, app }) => {
  const member = await signUp(app)
  const narrow: string[] = []
  for (const isMember of [false, true])
    for (const language of ['en', 'vi'] as const) {
      if (isMember) await signInAs(page, await setMemberLanguage(app, member, language))
      await page.goto(`/about?lng=${language}`)
      await page.goto('/templates')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const widths = await widthsOf(page)
      expect(widths).toContain(639)
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT })
        const room = await fieldWidth(page)
        if (room < 160) narrow.push(`${room} px at ${width}, ${language}, ${isMember ? 'member' : 'visitor'}`)
      }
    }
  expect(narrow).toEqual([])
})

/** The boxes of all headings, controls, and pictures, without those in menus. */
const boxesOf = (page: Page) =>
  page
    .locator('h1, h2, img, a, button, input')
    .evaluateAll((all) =>
      all
        .filter((part) => !part.closest('[role="menu"]'))
        .map((part) => [part.outerHTML.slice(0, 40), ...Object.values(part.getBoundingClientRect().toJSON())]),
    )

async function settledBoxes(page: Page) {
  let boxes = await boxesOf(page)
  await expect(async () => {
    const earlier = boxes
    boxes = await boxesOf(page)
    expect(boxes).toEqual(earlier)
  }).toPass()
  return boxes
}

async function tabTarget(page: Page) {
  await page.keyboard.press('Tab')
  return page.evaluate(() => document.activeElement?.outerHTML)
}

test('a menu moves nothing else, Escape returns to its button, and Tab goes on after it', async ({ page, app }) => {
  const [member, other] = [await signUp(app), await signUp(app)]
  const meme = await uploadMeme(app, member)
  await signInAs(page, member)
  let opened = 0
  for (const path of ['/', `/?view=${meme._id}`, `/user/${other.username}`, `/meme/${meme._id}`]) {
    await page.goto(path)
    const buttons = page.locator('[aria-haspopup="menu"]:visible:not(article *)')
    await expect(page.getByTitle('Notifications')).toBeVisible()
    for (const button of await buttons.all()) {
      // A dialog covers the buttons of the page behind it.
      const isOnTop = await button.evaluate((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
      if (!isOnTop) continue
      await button.hover()
      const before = await settledBoxes(page)
      await button.click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect(await settledBoxes(page)).toEqual(before)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await settledBoxes(page)
      await expect(button).toBeFocused()
      const next = await tabTarget(page)
      await button.focus()
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toBeAttached()
      expect(await tabTarget(page)).toBe(next)
      await expect(page.getByRole('menu')).toHaveCount(0)
      opened += 1
    }
  }
  expect(opened).toBeGreaterThan(4)
})
