import { beforeEach, describe, expect, it } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { cleanUpItems, readMemberItem, treatmentOf, writeMemberItem } from './member-items.ts'
import { signIn, signOut } from './session.ts'
import { LOCAL_ITEMS, TAB_ITEMS } from './storage-registry.ts'

const other = { ...signedIn, _id: '019a0000-0000-7000-8000-000000000002' }
const MEMBERS = Object.entries({ ...LOCAL_ITEMS, ...TAB_ITEMS }).flatMap(([key, owner]) =>
  owner === 'member' ? [key as 'lists'] : [],
)
const left = () => MEMBERS.filter((key) => (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null)

beforeEach(() => {
  signOut()
  localStorage.clear()
  sessionStorage.clear()
})

describe('member items', () => {
  it('are readable only by their member, even before they are deleted', () => {
    signIn(signedIn)
    for (const key of MEMBERS) writeMemberItem(key, [key])
    expect(MEMBERS.map(readMemberItem)).toEqual(MEMBERS.map((key) => [key]))
    signIn(other)
    expect(MEMBERS.map(readMemberItem)).toEqual(MEMBERS.map(() => undefined))
    signOut()
    expect(MEMBERS.map(readMemberItem)).toEqual(MEMBERS.map(() => undefined))
  })

  it.each([
    ['a visitor', () => signOut()],
    ['another member', () => signIn(other)],
  ])('are deleted for %s', (_, come) => {
    signIn(signedIn)
    for (const key of MEMBERS) writeMemberItem(key, [key])
    cleanUpItems()
    expect(left()).toEqual(MEMBERS)
    come()
    cleanUpItems()
    expect(left()).toEqual([])
  })

  it('are adopted from a visitor, except the visitor’s lists', () => {
    for (const key of MEMBERS) writeMemberItem(key, [key])
    signIn(signedIn)
    cleanUpItems()
    expect(left()).toEqual(['recent-searches', 'registrations'])
    expect(readMemberItem('recent-searches')).toEqual(['recent-searches'])
    signIn(other)
    cleanUpItems()
    expect(left()).toEqual([])
  })

  it('of an earlier version are adopted by the signed-in member, or deleted without one', () => {
    localStorage.setItem('recent-searches', '["cat"]')
    signIn(signedIn)
    cleanUpItems()
    expect(readMemberItem('recent-searches')).toEqual(['cat'])
    signOut()
    localStorage.setItem('recent-searches', '["cat"]')
    cleanUpItems()
    expect(left()).toEqual([])
  })

  it.each(['{broken', '"text"', '[]', 'null', ''])('are empty if %s is stored', (text) => {
    localStorage.setItem('recent-searches', text)
    cleanUpItems()
    expect(left()).toEqual([])
  })
})

it.each([
  ['a', 'a', 'stays'],
  [null, null, 'stays'],
  [null, 'a', 'adopted'],
  [undefined, 'a', 'adopted'],
  ['a', 'b', 'forgotten'],
  ['a', null, 'forgotten'],
  [undefined, null, 'forgotten'],
])('of %s for %s: %s', (owner, now, fate) => {
  expect(treatmentOf(owner, now)).toBe(fate)
})
