import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import commonVi from '#web/locales/vi/common.json' with { type: 'json' }
import tags from '#web/locales/vi/tags.json' with { type: 'json' }
import upload from '#web/locales/vi/upload.json' with { type: 'json' }
import { signInAs, uploadMeme } from './people.ts'
import { test } from './small-site.ts'

const TAG = 'zebra'
const RELATED = 'stripes'
const { nav } = commonVi

test('a tag page counts memes, links related tags and can be followed, and the upload form completes tags', async ({
  page,
  app,
}) => {
  const maker = await signUp(app)
  await uploadMeme(app, maker, { name: 'In the zoo', description: `#${TAG} #${RELATED}` })
  await uploadMeme(app, maker, { name: 'Running', description: `#${TAG}` })
  // Counts of tags are cached for a minute, until a meme is hidden.
  const hidden = await uploadMeme(app, maker)
  const headers = { authorization: `Bearer ${maker.authentication.token}` }
  await fetch(`${app.url}/api/meme/${hidden._id}`, { method: 'DELETE', headers })
  const reader = await signUp(app)
  await signInAs(page, { ...reader, preferences: { ...reader.preferences, contentLanguage: 'vi' } })
  const follow = page.getByRole('button', { name: tags.follow, exact: true })
  const following = page.getByRole('button', { name: tags.following, exact: true })
  await page.goto(`/tag/${TAG}`)
  await expect(page.getByRole('heading', { level: 1, name: `#${TAG}` })).toBeVisible()
  await expect(page.getByText(tags.count_other.replace('{{number}}', '2'), { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await follow.click()
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(following).toBeVisible()
  await page.getByRole('link', { name: `#${RELATED}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `#${RELATED}` })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await following.click()
  await expect(follow).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: nav.upload, exact: true }).click()
  const description = page.getByLabel(upload.description, { exact: true })
  await description.fill(`At noon #${TAG.slice(0, -1)}`)
  const suggested = page.getByRole('list', { name: upload.tagSuggestions })
  await suggested.getByRole('button', { name: `#${TAG}`, exact: true }).click()
  await expect(description).toHaveValue(`At noon #${TAG} `)
})
