import { expect, test } from 'vitest'
import { lineFrom, normalText } from '#contract/people/names.ts'
import { isUsableText } from '#contract/primitives.ts'
import { SITE_CONTACT, SITE_NAME, withSite, withSiteInJson, withSiteInMarkup } from './site-marks.ts'

const site = { name: 'Tom & "J" <3', contact: 'hi@example.com' }

test('the site’s name is escaped for each kind of text', () => {
  expect(withSite(`About ${SITE_NAME}: ${SITE_CONTACT}`, site)).toBe('About Tom & "J" <3: hi@example.com')
  expect(JSON.parse(withSiteInJson(JSON.stringify({ title: SITE_NAME }), site))).toEqual({ title: site.name })
  expect(
    withSiteInMarkup(`<p>${SITE_NAME}</p><script type="application/ld+json">{"name":"${SITE_NAME}"}</script>`, site),
  ).toBe(
    '<p>Tom &amp; &quot;J&quot; &lt;3</p><script type="application/ld+json">{"name":"Tom & \\"J\\" \\u003c3"}</script>',
  )
})

test('a site name cannot inject a placeholder or a replacement pattern', () => {
  expect(withSite(SITE_NAME, { name: `$& ${SITE_CONTACT}`, contact: 'x' })).toBe(`$& ${SITE_CONTACT}`)
})

test('member text cannot contain a placeholder', () => {
  for (const mark of [SITE_NAME, SITE_CONTACT]) {
    expect(isUsableText(`hello ${mark}`)).toBe(false)
    expect([lineFrom(`a${mark}b`), normalText(`a${mark}b`)]).toEqual(['a b', 'ab'])
  }
  const privateUse = 'hello \ue9f0 \ue9f1'
  expect([isUsableText(privateUse), withSite(privateUse, site)]).toEqual([true, privateUse])
})
