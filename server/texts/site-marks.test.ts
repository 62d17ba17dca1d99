import { expect, test } from 'vitest'
import { SITE_CONTACT, SITE_NAME, withSite, withSiteInJson, withSiteInMarkup } from './site-marks.ts'

const site = { name: 'Tom & "J" <3', contact: 'hi@example.com' }

test('the site’s name stands in every kind of text as that kind spells it', () => {
  expect(withSite(`About ${SITE_NAME}: ${SITE_CONTACT}`, site)).toBe('About Tom & "J" <3: hi@example.com')
  expect(JSON.parse(withSiteInJson(JSON.stringify({ title: SITE_NAME }), site))).toEqual({ title: site.name })
  expect(
    withSiteInMarkup(`<p>${SITE_NAME}</p><script type="application/ld+json">{"name":"${SITE_NAME}"}</script>`, site),
  ).toBe(
    '<p>Tom &amp; &quot;J&quot; &lt;3</p><script type="application/ld+json">{"name":"Tom & \\"J\\" \\u003c3"}</script>',
  )
})

test('a name cannot smuggle in a mark or a pattern of replacement', () => {
  expect(withSite(SITE_NAME, { name: `$& ${SITE_CONTACT}`, contact: 'x' })).toBe(`$& ${SITE_CONTACT}`)
})
