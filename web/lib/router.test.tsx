import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { createBrowserHistory } from './history.ts'
import { matchPath } from './match-path.ts'
import { Link, Navigate, NavLink, Routes, useLocation, useNavigate, useParams, useSearchParams } from './router.tsx'

const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('a, button')].find(({ textContent }) => textContent === name)
const click = (name: string, init: MouseEventInit = {}) =>
  named(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))

function Screen() {
  const { username } = useParams()
  const { state, key } = useLocation()
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  return (
    <>
      <output data-key={key}>{JSON.stringify([username, query.get('tab'), state])}</output>
      <Link to="/user/b?tab=likes" state={{ from: 'a' }}>
        likes
      </Link>
      <NavLink to="/user">people</NavLink>
      <NavLink to="/users">others</NavLink>
      <button type="button" onClick={() => setQuery((now) => ({ ...Object.fromEntries(now), tab: 'own' }))}>
        own
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
    </>
  )
}

const shows = (...parts: unknown[]) =>
  vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe(JSON.stringify(parts)))
const routes = [
  { path: '/user/:username', element: <Screen /> },
  { path: '/old', element: <Navigate to="/user/new" replace state={{ moved: true }} /> },
  { path: '*', element: 'not found' },
]
const show = (path: string) =>
  showScreen(
    <Suspense>
      <Routes routes={routes} />
    </Suspense>,
    { path },
  )

test('links, queries, and going back change the screen, its parameters, and its state', async () => {
  const { address } = await show('/user/a%20b')
  await shows('a b', null, null)
  click('likes')
  await shows('b', 'likes', { from: 'a' })
  click('own')
  await shows('b', 'own', null)
  expect(address()).toBe('/user/b?tab=own')
  click('back')
  await shows('b', 'likes', { from: 'a' })
  click('back')
  await shows('a b', null, null)
})

test('a link to the shown address replaces the entry', async () => {
  await show('/user/a')
  await shows('a', null, null)
  click('likes')
  await shows('b', 'likes', { from: 'a' })
  click('likes')
  click('back')
  await shows('a', null, null)
})

test('the browser opens a link itself with a modifier or another button', async () => {
  await show('/user/a')
  await shows('a', null, null)
  expect(click('likes', { ctrlKey: true })).toBe(true)
  expect(click('likes', { button: 1 })).toBe(true)
  await shows('a', null, null)
})

test('a link is current on its page and the pages below', async () => {
  await show('/user/a')
  await shows('a', null, null)
  expect(named('people')?.getAttribute('aria-current')).toBe('page')
  expect(named('others')?.hasAttribute('aria-current')).toBe(false)
})

test('an old address leads to the new one', async () => {
  const { address } = await show('/old')
  await shows('new', null, { moved: true })
  expect(address()).toBe('/user/new')
})

test('an unknown address shows the last route', async () => {
  await show('/user/a/b')
  await vi.waitFor(() => expect(document.body.textContent).toContain('not found'))
})

test.for([
  ['/', '/', {}],
  ['/user/:name', '/user/linh/', { name: 'linh' }],
  ['/user/:name', '/USER/linh', { name: 'linh' }],
  ['/user/:name', '/user/%E1%BA%A1', { name: 'ạ' }],
  ['/user/:name', '/user/%', { name: '%' }],
  ['/user/:name', '/user', null],
  ['/user/:name', '/user/a/b', null],
  ['/upload/:id?', '/upload', { id: undefined }],
  ['/upload/:id?', '/upload/1', { id: '1' }],
  ['/upload/:id?', '/uploads', null],
  ['/a.b', '/aXb', null],
] as const)('%s matched with %s', ([pattern, pathname, expected]) => {
  expect(matchPath(pattern, pathname)).toEqual(expected)
})

test('upper case matters if wanted', () => {
  expect(matchPath('/me', '/ME', { caseSensitive: true })).toBeNull()
})

let before = ''
beforeEach(() => {
  before = location.href
})
afterEach(() => history.replaceState(null, '', before))

test('the browser keeps address, key, and state of an entry', () => {
  const visits: unknown[] = []
  const own = createBrowserHistory()
  const stop = own.listen(() => visits.push([own.visit().type, own.visit().location.pathname]))
  own.navigate('/user/a', { state: { from: 1 } })
  expect([location.pathname, own.visit().location.state]).toEqual(['/user/a', { from: 1 }])
  own.navigate('?tab=own', { replace: true })
  expect(location.pathname + location.search).toBe('/user/a?tab=own')
  // As after the page is loaded again.
  expect(createBrowserHistory().visit().location).toEqual(own.visit().location)
  stop()
  own.navigate({ pathname: '/', search: 'a=1' })
  expect(location.pathname + location.search).toBe('/?a=1')
  own.navigate('//example.com/a')
  expect(location.pathname).toBe('/example.com/a')
  expect(visits).toEqual([
    ['PUSH', '/user/a'],
    ['REPLACE', '/user/a'],
  ])
})
