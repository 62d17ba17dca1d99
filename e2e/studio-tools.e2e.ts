import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { captionedPicture } from '#test/captioned-picture.ts'
import { expect } from '#test/e2e-server.ts'
import { animatedGif, animatedWebp } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import uploadEn from '#web/locales/en/upload.json' with { type: 'json' }
import { test } from './full-site.ts'
import { post, signInAs, uploadMeme } from './people.ts'
import { axeViolations, coveredByToast } from './screen-checks.ts'
import {
  differing,
  downloaded,
  forgetDrafts,
  openOwnPicture,
  preview,
  savedCaptions,
  stage,
  textField,
} from './studio-page.ts'

const own = () => randomPicture('studio tools', { width: 640, height: 480 })
const radio = (page: Page, name: string) => page.getByRole('radio', { name })

/** Drags the mouse across the stage, in shares of its width and height. */
async function dragAcross(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await stage(page).evaluate((node) => node.scrollIntoView({ block: 'center' }))
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('no stage')
  await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height)
  await page.mouse.down()
  await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 8 })
  await page.mouse.up()
}

/** Hides the handles by pressing outside all captions. */
async function deselect(page: Page): Promise<void> {
  await stage(page).evaluate((node) => node.scrollIntoView({ block: 'center' }))
  const box = await stage(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
}

test('drawing tools, stickers and animations are exported as shown, and a published meme names its origin', async ({
  page,
  app,
}) => {
  test.setTimeout(150_000)
  await test.step('drawing tools and crop', async () => {
    // Large enough for the stage to show every pixel.
    await page.setViewportSize({ width: 1440, height: 1400 })
    await openOwnPicture(page, await own())
    await radio(page, studioEn.tool.pen).check()
    await dragAcross(page, [0.2, 0.4], [0.8, 0.4])
    await radio(page, studioEn.tool.blur).check()
    await dragAcross(page, [0.2, 0.6], [0.8, 0.6])
    await radio(page, studioEn.tool.select).check()
    const drawn = await downloaded(page)
    const share = await differing(drawn, await own())
    expect(share).toBeGreaterThan(0.01)
    await page.getByRole('button', { name: studioEn.addBar }).click()
    await textField(page).fill('When the bar is above')
    await page.getByText(studioEn.crop.label, { exact: true }).click()
    await page.getByLabel(studioEn.crop.left).fill('0.2')
    await deselect(page)
    const picture = await downloaded(page)
    const { width, height } = await sharp(picture).metadata()
    expect([width, height]).toEqual([512, Math.round(480 * 1.22)])
    expect(await differing(picture, await preview(page))).toBeLessThan(0.01)
    const undo = page.getByRole('button', { name: studioEn.undo })
    for (let steps = 0; steps < 20 && (await undo.isEnabled()); steps += 1) await undo.click()
    expect(await differing(await downloaded(page), await own())).toBeLessThan(0.001)
  })
  await test.step('stickers and zoom', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await forgetDrafts(page)
    const member = await signUp(app)
    const meme = await uploadMeme(app, member, { name: 'Sticker of mine', width: 300, height: 300 })
    await post(app, '/user-action', { memeId: meme._id, action: 'add-to-album' }, member.authentication.token)
    await signInAs(page, member)
    await openOwnPicture(page, await own())
    await page.getByRole('button', { name: studioEn.addSticker }).click()
    await page.getByRole('button', { name: 'Sticker of mine' }).click()
    await page.getByRole('button', { name: studioEn.addSticker }).click()
    await page.getByRole('button', { name: studioEn.starter.star, exact: true }).click()
    await page.getByRole('button', { name: studioEn.addSticker }).click()
    const buffer = await randomPicture('own sticker', { width: 900, height: 300 })
    const file = { name: 'wide.png', mimeType: 'image/png', buffer }
    await page.getByRole('dialog').getByLabel(studioEn.ownSticker).setInputFiles(file)
    for (const name of ['Sticker of mine', studioEn.starter.star, 'wide.png'])
      await expect(page.getByRole('button', { name: `Sticker: ${name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
    const picture = await downloaded(page)
    expect(await differing(picture, await own())).toBeGreaterThan(0.05)
    await page.getByRole('button', { name: studioEn.zoomIn }).click()
    expect(await differing(await downloaded(page), picture)).toBe(0)
    // The draft has all of them.
    await page.goto('/create')
    await expect(page.getByRole('button', { name: 'Sticker: wide.png' })).toBeVisible()
    await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
    await expect.poll(async () => differing(await downloaded(page), picture)).toBe(0)
  })
  await test.step('animations', async () => {
    await forgetDrafts(page)
    const member = await signUp(app)
    await signInAs(page, member)
    const gif = await animatedGif({ width: 320, height: 240 })
    await page.goto('/create')
    await page.getByLabel(studioEn.ownPicture).setInputFiles({ name: 'own.gif', mimeType: 'image/gif', buffer: gif })
    await expectCaptionsOnEveryFrame(page, gif)
    const webp = await animatedWebp({ width: 300, height: 200, frames: 4, delay: [80, 120, 160, 200] })
    const meme = await uploadMeme(app, member, { name: 'Moving', file: { bytes: webp, type: 'image/webp' } })
    await page.goto(`/create?meme=${meme._id}`)
    await expectCaptionsOnEveryFrame(page, webp)
  })
  await test.step('publish', async () => {
    const member = await signUp(app)
    const bytes = await captionedPicture({ seed: 'origin of it', text: 'ORIGINAL' })
    const origin = await uploadMeme(app, member, { name: 'Origin', file: { bytes, type: 'image/png' } })
    await signInAs(page, member)
    // The words at the top, which this server does not read.
    const data = [{ x: 0.1, y: 0.02, width: 0.8, height: 0.2 }]
    await page.route('**/api/meme/*/caption-boxes', (route) => route.fulfill({ json: { success: true, data } }))
    await page.goto(`/create?meme=${origin._id}`)
    await textField(page).fill('quixotic zeppelin')
    const rows = async () => (await savedCaptions(page, `meme ${origin._id}`)).map(({ y }) => y)
    await expect.poll(rows).toEqual([0.77])
    await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(1)
    await page.getByRole('main').getByRole('button', { name: studioEn.publish }).click()
    const form = page.getByRole('dialog', { name: uploadEn.publish.title })
    await form.getByLabel('Name').fill('Made of it')
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/meme') && answer.status() === 201)
    await form.getByRole('button', { name: uploadEn.publish.save }).click()
    const published = ((await (await sent).json()) as { data: { _id: string } }).data
    await expect(page.getByRole('heading', { name: studioEn.published.title })).toBeFocused()
    const wrong = [...(await axeViolations(page, 'published')), ...(await coveredByToast(page, 'published'))]
    expect(wrong).toEqual([])
    expect(await savedCaptions(page, `meme ${origin._id}`)).toEqual([])
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
    await expect(page.getByRole('link', { name: studioEn.published.view })).toHaveAttribute(
      'href',
      `/meme/${published._id}`,
    )
    await page.getByRole('main').getByRole('button', { name: 'Copy picture' }).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Copied' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).press('Escape')
    await page.getByRole('button', { name: studioEn.published.another }).click()
    await expect(textField(page)).toHaveValue('')
    await page.goto(`/create?meme=${origin._id}`)
    await expect(textField(page)).toHaveValue('')
    const found = await fetch(`${app.url}/api/vector-search/text?q=quixotic`)
    expect(((await found.json()) as { data: { _id: string }[] }).data.map(({ _id }) => _id)).toContain(published._id)
    await page.goto(`/meme/${published._id}`)
    const from = page.getByRole('region', { name: 'Made from' })
    await from.getByRole('link', { name: 'Origin' }).click()
    await expect(page.getByRole('region', { name: '1 meme made from this one' }).getByRole('link')).toHaveCount(1)
  })
})

/** Writes a caption and compares each frame of the download, in both animated formats, with the source. */
async function expectCaptionsOnEveryFrame(page: Page, source: Buffer): Promise<void> {
  await textField(page).fill('moving')
  const before = await sharp(source, { animated: true }).metadata()
  for (const format of ['GIF', 'WEBP']) {
    const drawn = await downloaded(page, format)
    const after = await sharp(drawn, { animated: true }).metadata()
    const whole = [format.toLowerCase(), before.pages, before.width, before.pageHeight, before.delay]
    expect([after.format, after.pages, after.width, after.pageHeight, after.delay]).toEqual(whole)
    for (let frame = 0; frame < (before.pages ?? 0); frame += 1) {
      const share = await differing(await frameOf(source, frame), await frameOf(drawn, frame))
      expect([format, frame, share > 0.01 && share < 0.5]).toEqual([format, frame, true])
    }
  }
}

/** One frame of an animated picture as a PNG. */
const frameOf = (bytes: Buffer, page: number) => sharp(bytes, { page }).png().toBuffer()
