import { afterEach, describe, expect, it } from 'vitest'
import { readFirstPage } from './feed-query.ts'

function embed(text: string) {
  document.body.innerHTML = '<script type="application/json" id="first-view"></script>'
  const element = document.getElementById('first-view')
  if (element) element.textContent = text
}

describe('readFirstPage', () => {
  afterEach(() => {
    document.body.innerHTML = ''
  })

  it('reads the page embedded in the document', () => {
    embed(
      JSON.stringify({
        lang: 'en',
        page: {
          success: true,
          data: { success: true, recommendations: [{ _id: 'a' }] },
          hasMore: true,
          nextCursor: 'c',
        },
      }),
    )
    expect(readFirstPage()).toEqual({ memes: [{ _id: 'a' }], next: 'c' })
  })

  it('has no next page if the server has no more', () => {
    embed(
      JSON.stringify({
        page: { success: true, data: { success: true, recommendations: [] }, hasMore: false, nextCursor: null },
      }),
    )
    expect(readFirstPage()?.next).toBeNull()
  })

  it('returns null without the element or with truncated data', () => {
    expect(readFirstPage()).toBeNull()
    embed('{"page":{"success":tr')
    expect(readFirstPage()).toBeNull()
    embed('{}')
    expect(readFirstPage()).toBeNull()
  })
})
