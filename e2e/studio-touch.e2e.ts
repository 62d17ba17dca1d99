import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import { dragFinger, spreadFingers } from './fingers.ts'
import { differing, forgetDrafts, openOwnPicture, preview, savedCaptions, stage, textField } from './studio-page.ts'

const own = () => randomPicture('studio', { width: 640, height: 480 })

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('touch moves a caption and zooms, and two fingers draw no line', async ({ page, context }) => {
  test.setTimeout(120_000)
  await test.step('one finger moves a caption', async () => {
    await openOwnPicture(page, await own())
    await textField(page).fill('drag me')
    await expect.poll(async () => (await savedCaptions(page, 'file'))[0]?.text).toBe('drag me')
    await stage(page).scrollIntoViewIfNeeded()
    const [caption] = await savedCaptions(page, 'file')
    const box = await stage(page).boundingBox()
    if (!caption || !box) throw new Error('no caption on the stage')
    const from = {
      x: box.x + (caption.x + caption.width / 2) * box.width,
      y: box.y + (caption.y + caption.height / 2) * box.height,
    }
    await dragFinger(await context.newCDPSession(page), from, { x: from.x, y: from.y + box.height * 0.3 })
    await expect.poll(async () => (await savedCaptions(page, 'file'))[0]?.y).toBeGreaterThan(caption.y + 0.2)
  })
  await test.step('two fingers zoom, and do not move the layer that the first one touched', async () => {
    await forgetDrafts(page)
    await openOwnPicture(page, await own())
    await textField(page).fill('stay here')
    await expect.poll(async () => (await savedCaptions(page, 'file'))[0]?.text).toBe('stay here')
    const [caption] = await savedCaptions(page, 'file')
    await stage(page).scrollIntoViewIfNeeded()
    const box = await stage(page).boundingBox()
    if (!caption || !box) throw new Error('no caption on the stage')
    const zoomOut = page.getByRole('button', { name: studioEn.zoomOut })
    await expect(zoomOut).toBeDisabled()
    const before = await preview(page)
    const middle = { x: box.x + box.width / 2, y: box.y + box.height * (caption.y + caption.height / 2) }
    await spreadFingers(await context.newCDPSession(page), middle, { from: 20, to: 90 })
    await expect(zoomOut).toBeEnabled()
    expect(await differing(await preview(page), before)).toBeGreaterThan(0.2)
    for (let presses = 0; presses < 6 && (await zoomOut.isEnabled()); presses += 1) await zoomOut.click()
    await expect(zoomOut).toBeDisabled()
    const [after] = await savedCaptions(page, 'file')
    expect([after?.x, after?.width]).toEqual([caption.x, caption.width])
    expect(Math.abs((after?.y ?? 1) - caption.y)).toBeLessThan(0.02)
  })
  await test.step('two fingers draw no line', async () => {
    await forgetDrafts(page)
    await openOwnPicture(page, await own())
    await page.getByRole('radio', { name: studioEn.tool.pen }).check()
    await stage(page).scrollIntoViewIfNeeded()
    const box = await stage(page).boundingBox()
    if (!box) throw new Error('no stage')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await spreadFingers(await context.newCDPSession(page), middle, { from: 20, to: 60 })
    await expect(page.getByRole('button', { name: studioEn.zoomOut })).toBeEnabled()
    await expect(page.getByRole('button', { name: studioEn.undo })).toBeDisabled()
  })
})
