import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import type { AppProcess } from '#test/app-process.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { cli } from '#test/cli.ts'
import { expect } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import memesEn from '#web/locales/en/memes.json' with { type: 'json' }
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import templatesEn from '#web/locales/en/templates.json' with { type: 'json' }
import uploadEn from '#web/locales/en/upload.json' with { type: 'json' }
import templatesVi from '#web/locales/vi/templates.json' with { type: 'json' }
import { test } from './full-site.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { axeViolations, coveredByToast } from './screen-checks.ts'
import { stage, textField } from './studio-page.ts'

/** Uploads captions on one picture and returns the memes with their template, once the server has detected it. */
async function makeTemplate(app: AppProcess, member: Session, seed: string, name: string, texts: readonly string[]) {
  const memes: Meme[] = []
  for (const text of texts) {
    const bytes = await captionedPicture({ seed, text })
    memes.push(await uploadMeme(app, member, { name, file: { bytes, type: 'image/png' } }))
  }
  const read = async () => {
    const answer = await fetch(`${app.url}/api/meme/${memes.at(-1)?._id}`)
    return ((await answer.json()) as { data: { templateId?: string } }).data.templateId
  }
  await expect.poll(read, { timeout: 30_000 }).toEqual(expect.any(String))
  return { memes, id: (await read()) ?? '' }
}

async function becomeModerator(app: AppProcess, member: Session): Promise<Session> {
  const { code, err } = await cli(app.environment, 'user', 'role', member.username, 'moderator')
  if (code !== 0) throw new Error(err)
  return { ...member, role: 'moderator' }
}

/** Paints over the template's picture by mouse, undoes that, paints again by keyboard, saves, and starts over. */
async function repairPicture(page: Page): Promise<void> {
  const { repair } = templatesEn
  const dialog = page.getByRole('dialog', { name: repair.open })
  const open = () => page.getByRole('button', { name: repair.open }).click()
  await open()
  const canvas = dialog.getByRole('application', { name: repair.canvas })
  const save = dialog.getByRole('button', { name: repair.save })
  const undo = dialog.getByRole('button', { name: repair.undo })
  await expect(canvas).toBeVisible()
  await expect(save).toBeDisabled()
  const pixels = () => canvas.locator('canvas').evaluate((shown: HTMLCanvasElement) => shown.toDataURL())
  const before = await pixels()

  const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width * 0.2, y + height * 0.15)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.8, y + height * 0.15, { steps: 8 })
  await page.mouse.up()
  await expect.poll(pixels).not.toBe(before)
  await undo.click()
  await expect.poll(pixels).toBe(before)
  await expect(save).toBeDisabled()

  await canvas.focus()
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  await expect(save).toBeEnabled()
  await page.keyboard.press('Control+z')
  await expect(save).toBeDisabled()
  await page.keyboard.press('Enter')
  await save.click()
  await expect(page.getByText(repair.saved)).toBeVisible()
  await expect(dialog).toBeHidden()

  await open()
  await expect(canvas).toBeVisible()
  expect([...(await axeViolations(page, 'repair')), ...(await coveredByToast(page, 'repair'))]).toEqual([])
  await dialog.getByRole('button', { name: repair.startOver }).click()
  await expect(page.getByText(repair.startedOver)).toBeVisible()
}

test('templates fit narrow and wide windows, in both languages and themes', async ({ browser, app }) => {
  test.setTimeout(120_000)
  const member = await signUp(app)
  const { id } = await makeTemplate(app, member, 'wide heron', 'Wide heron', ['ONE', 'TWO WORDS'])
  for (const [texts, colorScheme] of [
    [templatesVi, 'light'],
    [templatesEn, 'dark'],
  ] as const) {
    const locale = texts === templatesVi ? 'vi-VN' : 'en-US'
    const context = await browser.newContext({ baseURL: app.url, locale, colorScheme, serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto('/templates')
    await expect(page.getByRole('heading', { name: texts.title })).toBeVisible()
    await page.getByRole('searchbox', { name: texts.search }).fill('wide')
    await page.getByRole('link', { name: 'Wide heron' }).click()
    await expect(page).toHaveURL(new RegExp(id))
    await expect(page.getByRole('heading', { name: 'Wide heron', level: 1 })).toBeVisible()
    const picture = page.getByRole('img', { name: texts.pictureAlt.replace('{{name}}', 'Wide heron') })
    await expect(picture).toHaveAttribute('src', /^(blob:|\/media\/)/)
    await expect(page.getByRole('article')).toHaveCount(2)
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(beyond, `${width}, ${locale}`).toBe(0)
    }
    await page.getByRole('link', { name: texts.make }).click()
    await expect(page).toHaveURL(/\/create\?template=/)
    await context.close()
  }
})

test('an upload that looks like a template offers its tags', async ({ page, app }) => {
  const member = await signUp(app)
  await makeTemplate(app, member, 'hint heron', 'Hint heron #mondays', ['EARLY', 'LATE AGAIN'])
  await signInAs(page, member)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Upload' }).click()
  const form = page.getByRole('dialog', { name: uploadEn.title })
  const buffer = await captionedPicture({ seed: 'hint heron', text: 'SOMETHING NEW' })
  await form.locator('input[type=file]').setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer })
  await expect(form.getByText(uploadEn.looksLike)).toBeVisible()
  await expect(form.getByRole('link', { name: 'Hint heron' })).toBeVisible()
  await form.getByRole('button', { name: '#mondays' }).click()
  await expect(form.getByLabel('Description')).toHaveValue(/#mondays/)
  await expect(form.getByRole('button', { name: '#mondays' })).toHaveCount(0)
})

test('templates suggest captions, cover sensitive pictures, and are edited by moderators', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000)
  await test.step('cover sensitive pictures', async () => {
    const member = await signUp(app)
    const { memes, id } = await makeTemplate(app, member, 'shy newt', 'Shy newt', ['BARE', 'BARER'])
    for (const { _id } of memes) {
      const headers = { authorization: `Bearer ${member.authentication.token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ sensitive: true })
      expect((await fetch(`${app.url}/api/meme/${_id}`, { method: 'PATCH', headers, body })).status).toBe(200)
    }
    const files = memes.flatMap(({ image }) => [image.imageSmall, image.imageMedium, image.imageOrigin])
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    for (const address of ['/templates?sort=all', `/template/${id}`, '/create']) {
      await page.goto(address)
      const card = address.startsWith('/template/')
        ? page.locator('header', { hasText: 'Shy newt' })
        : page.getByRole('link', { name: 'Shy newt' })
      await expect(card.locator('[data-covered]')).toBeVisible()
    }
    expect(loaded.filter((path) => files.includes(path) || path.endsWith(`${id}/picture`))).toEqual([])
  })
  await test.step('suggest the most liked captions', async () => {
    const member = await signUp(app)
    const { id, memes } = await makeTemplate(app, member, 'said heron', 'Said heron', [
      'SELDOM SAID',
      'EVERYBODY LIKED',
    ])
    const fan = (await signUp(app)).authentication.token
    await post(app, '/user-action', { memeId: memes[1]?._id, action: 'like', active: true }, fan)
    const suggestions = async () => {
      const answer = await fetch(`${app.url}/api/template/${id}`)
      const { data } = (await answer.json()) as { data: { captionBoxes: { text?: string }[] } }
      return data.captionBoxes.map(({ text }) => text?.toUpperCase())
    }
    // The words in its memes are read in the meantime.
    await expect.poll(suggestions, { timeout: 120_000 }).toEqual(['EVERYBODY LIKED'])
    await page.goto(`/create?template=${id}`)
    await expect(stage(page)).toBeVisible()
    await expect(textField(page)).toHaveAttribute('placeholder', /^everybody liked$/i)
    await expect(textField(page)).toHaveValue('')
    await expect(page.getByRole('list', { name: studioEn.layers }).getByRole('textbox')).toHaveCount(1)
  })
  await test.step('rename, split and merge', async () => {
    const member = await signUp(app)
    const texts = ['ALPHA', 'BETA BETA', 'GAMMA', 'DELTA']
    const { id, memes } = await makeTemplate(app, member, 'mod heron', 'Mod heron', texts)
    const visitor = await browser.newPage({ baseURL: app.url })
    await visitor.goto(`/template/${id}`)
    await expect(visitor.getByRole('link', { name: templatesEn.make })).toBeVisible()
    await expect(visitor.getByRole('button', { name: templatesEn.rename })).toHaveCount(0)
    await expect(visitor.getByRole('button', { name: templatesEn.split })).toHaveCount(0)
    await visitor.close()

    await signInAs(page, await becomeModerator(app, member))
    await page.goto(`/template/${id}`)
    await page.getByRole('button', { name: templatesEn.rename }).click()
    const rename = page.getByRole('dialog', { name: templatesEn.rename })
    await rename.getByLabel(templatesEn.name).fill('Stately heron')
    await rename.getByRole('button', { name: templatesEn.saveName }).click()
    await expect(page.getByRole('heading', { name: 'Stately heron', level: 1 })).toBeVisible()

    await page.getByRole('button', { name: templatesEn.split }).click()
    const split = page.getByRole('dialog', { name: templatesEn.split })
    const boxes = split.getByRole('checkbox')
    await expect(boxes).toHaveCount(4)
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await split.getByRole('button', { name: 'Move 2 memes to a new template' }).click()
    await expect(page).not.toHaveURL(new RegExp(id))
    await expect(page.getByText(/^2 memes/)).toBeVisible()
    const splitUrl = page.url()
    await page.goto(`/template/${id}`)
    await expect(page.getByText(/^2 memes/)).toBeVisible()

    await page.getByRole('button', { name: templatesEn.merge }).click()
    const merge = page.getByRole('dialog', { name: templatesEn.merge })
    await merge.getByRole('searchbox', { name: templatesEn.search }).fill('mod heron')
    await merge.getByRole('radio', { name: 'Mod heron' }).check()
    await merge.getByRole('button', { name: templatesEn.mergeThem, exact: true }).click()
    await expect(page.getByText(/^4 memes/)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(4)
    await page.goto(splitUrl)
    await expect(page.getByRole('heading', { name: 'Stately heron', level: 1 })).toBeVisible()
    await page.goto(`/meme/${memes[3]?._id}`)
    await expect(page.getByRole('link', { name: memesEn.template })).toHaveAttribute('href', `/template/${id}`)

    // A job composes the picture within a minute.
    const composed = async () => (await (await fetch(`${app.url}/api/template/${id}`)).json()).data.picture
    await expect.poll(composed, { timeout: 90_000 }).toEqual(expect.any(String))
    await page.goto(`/template/${id}`)
    await repairPicture(page)
  })
})
