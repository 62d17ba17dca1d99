import { describe, expect, test } from 'vitest'
import { KnownTemplates } from '../search/known-templates/known-templates.ts'
import { readShippedPack } from '../search/known-templates/read-packs.ts'
import { recognizeGroup } from './recognize-group.ts'

const shipped = readShippedPack()
const known = new KnownTemplates(shipped)

const carrying = (
  name: string,
  creator: string | null = 'a',
  more: { tags?: string[]; pictureText?: string } = {},
) => ({
  name,
  creator,
  tags: more.tags ?? [],
  pictureText: more.pictureText ?? '',
})
const recognize = (memes: ReturnType<typeof carrying>[], givenName: string | null = null) =>
  recognizeGroup(known, { givenName, vector: null, memes })

describe('the name that memes carry', () => {
  test('counts in full, and if it is long enough; a moderator may give a short one', () => {
    expect(recognize([carrying('Cô gái la mèo!')])).toBe('woman-yelling-at-a-cat')
    expect(recognize([carrying('woman yelling at a cat at work')])).toBeNull()
    expect(recognize([carrying('not bad'), carrying('not bad', 'b')])).toBeNull()
    expect(recognize([carrying('anything')], 'not bad')).toBe('not-bad')
    expect(recognize([carrying('woman yelling at a cat')], 'Our Christmas party')).toBeNull()
    expect(recognize([])).toBeNull()
  })

  test('counts within longer names, in tags, and in pictures if most memes agree', () => {
    const three = [
      carrying('distracted boyfriend: tabs and spaces'),
      carrying('', 'b', { tags: ['distractedboyfriend'] }),
      carrying('me', 'c', { pictureText: 'Distracted boyfriend at the office' }),
    ]
    expect(recognize(three)).toBe('distracted-boyfriend')
    const others = [carrying('one'), carrying('two', 'b'), carrying('three', 'c')]
    expect(recognize([...three, ...others])).toBeNull()
  })

  test('does not count if memes carry two of them, or one creator alone does', () => {
    const both = (creator: string) => carrying('distracted boyfriend or woman yelling at a cat', creator)
    expect(recognize([both('a'), both('b')])).toBeNull()
    expect(recognize([carrying('my distracted boyfriend')])).toBeNull()
  })
})

test('a picture counts less than a name that memes agree on, and more than the name of one meme', () => {
  const vector = [...(shipped.find(({ id }) => id === '10-guy')?.vector ?? [])]
  const shown = (...memes: ReturnType<typeof carrying>[]) => recognizeGroup(known, { givenName: null, vector, memes })
  const name = 'distracted boyfriend'
  expect(shown(carrying(name), carrying(name, 'b'))).toBe('distracted-boyfriend')
  expect(shown(carrying(name))).toBe('10-guy')
})
