import { expect, it } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import { EMPTY_STUDIO, type StudioState } from './studio-state.ts'
import { usePublishing } from './use-publishing.ts'

const meme = memeNumber(900)
const drawn: StudioState = { ...EMPTY_STUDIO, marks: [{ kind: 'pen', color: '#000', size: 0.1, points: [0, 0, 1, 1] }] }

/** Shows a studio with this drawing, and returns its function for a published meme and the calls that it makes. */
async function publishing(state: StudioState) {
  const called: string[] = []
  let publish: ReturnType<typeof usePublishing> | undefined
  function Probe() {
    publish = usePublishing(
      { kind: 'meme', id: 'a' },
      state,
      () => called.push('discard'),
      () => called.push('show'),
    )
    return null
  }
  await showScreen(<Probe />, { texts: [] })
  return { called, publish: (made: StudioState) => publish?.(meme, made) }
}

it('shows the published meme and discards the draft, also if another layer is selected meanwhile', async () => {
  const { called, publish } = await publishing({ ...drawn, selected: 'b' })
  expect([publish(drawn), called]).toEqual([true, ['discard', 'show']])
})

it('does not delete a drawing that has changed since it was published', async () => {
  const { called, publish } = await publishing(drawn)
  expect([publish({ ...drawn, marks: [] }), called]).toEqual([false, []])
})

it('shows nothing after the member has left the studio', async () => {
  const { called, publish } = await publishing(drawn)
  leaveScreen()
  expect([publish(drawn), called]).toEqual([false, []])
})
