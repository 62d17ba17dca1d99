import { describe, expect, it } from 'vitest'
import { choose, image, setUpBulkScreen, showBulk, shows, text, until } from '#test/web/bulk-screen.tsx'
import { button } from '#test/web/screen.tsx'

setUpBulkScreen()

describe('choosing pictures', () => {
  it('suggests tags by the name of one, and by the names of all', async () => {
    const bodies: unknown[] = []
    await showBulk({
      'POST /tags/suggest': (body) => {
        bodies.push(body)
        return { body: { success: true, data: [{ tag: 'cats', count: 3 }] } }
      },
    })
    await shows('Drop pictures')
    choose(image('cat.png'), image('dog.png'))
    await until(() => button('Edit cat').click())
    await until(() => button('#cats').click())
    expect(document.querySelector('textarea')?.value).toBe('#cats ')
    expect([...document.querySelectorAll('button')].filter((one) => one.textContent === '#cats')).toEqual([])
    button('Save Changes').click()
    await until(() => expect(text()).not.toContain('Edit Meme Details'))
    button('Describe all').click()
    await until(() => button('#cats').click())
    button('Apply to all').click()
    await until(() => expect(text().match(/#cats/g)).toHaveLength(2))
    expect(bodies).toEqual([
      { text: 'cat', ofTemplate: [] },
      { text: 'cat \ndog', ofTemplate: [] },
    ])
  })
})
