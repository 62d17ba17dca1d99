import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, test } from '#test/e2e-server.ts'
import { type Member, newMember, signInAs, uploadMeme } from './people.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong, one line a rule; none where all is well. */
async function violations(page: Page): Promise<string[]> {
  // What is on its way, and what fades in, is judged when it stands.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  await page.evaluate(axeSource)
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

async function prepare(page: Page, member: Member | null, theme: string, language: string): Promise<void> {
  if (member) {
    await signInAs(page, {
      ...member,
      preferences: { ...member.preferences, contentLanguage: language === 'vi' ? 'vi' : 'en' },
    })
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(
    ([chosenTheme, chosenLanguage]) => {
      localStorage.setItem('theme', chosenTheme ?? '')
      localStorage.setItem('i18nextLng', chosenLanguage ?? '')
    },
    [theme, language],
  )
}

// A trace of axe at work is large and slow, and says less than the list of what it found.
test.use({ trace: 'off' })

for (const language of ['en', 'vi']) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds nothing on any screen, ${theme}, ${language}`, async ({ page, app, context }) => {
      test.setTimeout(180_000)
      const member = await newMember(app)
      const meme = await uploadMeme(app, member, { name: 'A meme', description: 'with a #hashtag' })
      await uploadMeme(app, member, { name: 'Another' })
      const wrong: string[] = []
      const look = async (on: Page, path: string, name = path) => {
        for (const line of await violations(on)) wrong.push(`${name}: ${line}`)
      }

      await prepare(page, member, theme, language)
      const ofMembers = [
        '/',
        '/?search=meme',
        '/?search=nothing-like-it',
        `/?view=${meme._id}`,
        '/my-meme',
        '/my-meme?tab=uploadedByMe',
        '/my-meme?tab=album',
        `/user/${member.username}`,
        '/privacy-policy',
        '/terms-of-service',
        '/data-deletion-guide',
      ]
      for (const path of ofMembers) {
        await page.goto(path)
        await page.locator('main :is(h1, article)').first().waitFor({ state: 'attached' })
        if (path.includes('view=')) await page.getByRole('dialog').waitFor()
        await look(page, path)
      }
      await page.goto('/')
      await page.locator('article').first().waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await look(page, 'the list of keys')

      const other = await context.browser()?.newContext({ baseURL: app.url })
      if (!other) throw new Error('no browser')
      const visitor = await other.newPage()
      await prepare(visitor, null, theme, language)
      for (const path of ['/', '/login', '/register', '/forgot-password', '/verify-email', '/my-meme', '/nowhere']) {
        await visitor.goto(path)
        await visitor.locator('h1, [role="dialog"]').first().waitFor({ state: 'attached' })
        await look(visitor, path, `${path} as a visitor`)
      }
      await visitor.goto('/')
      await visitor.locator('header button').first().click()
      await visitor.getByRole('dialog').waitFor()
      await look(visitor, 'quick upload as a visitor')
      await other.close()
      expect(wrong).toEqual([])
    })
  }
}
