import sharp from 'sharp'
import { expect, test } from '#test/e2e-server.ts'
import { thousandFrameGif } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import { signInAs } from './people.ts'
import { downloaded, forgetDrafts, openOwnPicture, savedCaptions, stage, textField } from './studio-page.ts'

test.use({ expectedErrors: [/422|404|ERR_FAILED/] })

const own = () => randomPicture('studio bad input', { width: 640, height: 480 })
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

test('the studio refuses unusable pictures, scales large ones, and reports missing letters and fonts', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await test.step('letters and fonts', async () => {
    await test.step('letters and lengths', async () => {
      await openOwnPicture(page, await own())
      await textField(page).fill('مرحبا 中 👩‍🐙')
      await expect(page.getByText("This font doesn't have م ر ح ب ا")).toBeVisible()
      await textField(page).fill('fine 😀')
      await expect(page.getByText("This font doesn't have")).toHaveCount(0)
      await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
      await textField(page).fill('👩‍🐙')
      await expect(page.getByText("This font doesn't have 👩‍🐙")).toBeVisible()
      await textField(page).fill('x'.repeat(2000))
      await expect(textField(page)).toHaveValue('x'.repeat(500))
    })
    await test.step('a missing font', async () => {
      await forgetDrafts(page)
      let isBlocked = true
      await page.route('**/*.woff', (route) => (isBlocked ? route.abort() : route.continue()))
      await openOwnPicture(page, await own())
      await expect(page.getByText(studioEn.fontFailed).first()).toBeVisible()
      await expect(page.getByRole('button', { name: studioEn.download })).toBeDisabled()
      isBlocked = false
      await textField(page).fill('again')
      await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
    })
  })
  await test.step('pictures', async () => {
    await forgetDrafts(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await test.step('too large, or no picture', async () => {
      await page.goto('/create')
      const input = page.getByLabel(studioEn.ownPicture)
      for (const [buffer, message] of [
        [Buffer.alloc(11 * 1024 * 1024), studioEn.tooLarge],
        [await plain(10_000, 6000), studioEn.tooLarge],
        [Buffer.from('no picture'), studioEn.notLoaded],
      ] as const) {
        await input.setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer })
        await expect(page.getByText(message)).toBeVisible()
        await page.getByRole('button', { name: 'Try again' }).click()
      }
      await input.setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: await own() })
      await expect(stage(page)).toBeVisible()
      expect(await savedCaptions(page, 'file')).toEqual([])
    })
    await test.step('scaled', async () => {
      await forgetDrafts(page)
      await openOwnPicture(page, await plain(10_000, 3000))
      await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
      const { width, height } = await sharp(await downloaded(page)).metadata()
      expect([width, height]).toEqual([2048, 614])
    })
    await test.step('too many frames', async () => {
      await forgetDrafts(page)
      await signInAs(page, await signUp(app))
      await page.goto('/create')
      const file = { name: 'own.gif', mimeType: 'image/gif', buffer: thousandFrameGif() }
      await page.getByLabel(studioEn.ownPicture).setInputFiles(file)
      await textField(page).fill('too long')
      await page.getByRole('button', { name: studioEn.download }).click()
      await page.getByRole('menuitem', { name: 'GIF' }).click()
      await expect(page.getByText('The limit is 300')).toBeVisible()
      await expect(textField(page)).toHaveValue('too long')
    })
  })
})
