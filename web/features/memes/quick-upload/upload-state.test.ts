import { describe, expect, it } from 'vitest'
import { canSave, EMPTY_UPLOAD, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

const file = new File(['x'], 'cat.png', { type: 'image/png' })
const stateAfter = (...events: UploadEvent[]): UploadState => events.reduce(uploadReducer, EMPTY_UPLOAD)
const LINK = 'https://example.org/cat.png'

describe('choosing a picture', () => {
  it('makes saving possible', () => {
    expect(canSave(EMPTY_UPLOAD)).toBe(false)
    expect(canSave(stateAfter({ type: 'chosen', file }))).toBe(true)
  })

  it('refuses what is no picture, and says why', () => {
    const state = stateAfter({ type: 'chosen', file: new File(['x'], 'cat.txt', { type: 'text/plain' }) })
    expect(state.picture).toEqual({ kind: 'refused', problem: 'notPicture' })
    expect(canSave(state)).toBe(false)
  })

  it('replaces a link, and a link replaces a file', () => {
    expect(stateAfter({ type: 'linked', link: LINK }, { type: 'chosen', file })).toMatchObject({
      link: '',
      picture: { kind: 'ready' },
    })
    expect(stateAfter({ type: 'chosen', file }, { type: 'linked', link: LINK }).picture).toEqual({ kind: 'fetching' })
  })
})

describe('a link', () => {
  it('cannot be saved while it is fetched, nor when that failed', () => {
    expect(canSave(stateAfter({ type: 'linked', link: LINK }))).toBe(false)
    expect(canSave(stateAfter({ type: 'linked', link: LINK }, { type: 'linkFailed', link: LINK }))).toBe(false)
    expect(canSave(stateAfter({ type: 'linked', link: LINK }, { type: 'linkFetched', link: LINK, file }))).toBe(true)
  })

  it('that was typed over no longer answers', () => {
    const state = stateAfter(
      { type: 'linked', link: LINK },
      { type: 'linked', link: `${LINK}2` },
      { type: 'linkFetched', link: LINK, file },
    )
    expect(state.picture).toEqual({ kind: 'fetching' })
  })

  it('that is no address fails at once, and an emptied one leaves no picture', () => {
    expect(stateAfter({ type: 'linked', link: 'cat' }).picture).toEqual({ kind: 'linkFailed' })
    expect(stateAfter({ type: 'linked', link: 'cat' }, { type: 'linked', link: '' }).picture).toEqual({ kind: 'none' })
  })
})

describe('the words', () => {
  it('may fill their bounds in code points, not more', () => {
    const named = (name: string) => canSave(stateAfter({ type: 'chosen', file }, { type: 'named', name }))
    expect(named('😀'.repeat(100))).toBe(true)
    expect(named('a'.repeat(101))).toBe(false)
    expect(canSave(stateAfter({ type: 'chosen', file }, { type: 'described', description: 'a'.repeat(501) }))).toBe(
      false,
    )
  })
})

describe('sending', () => {
  const sending = stateAfter({ type: 'chosen', file }, { type: 'named', name: 'Cat' }, { type: 'sent' })

  it('happens once at a time, and what is sent stays as it is', () => {
    expect(canSave(sending)).toBe(false)
    expect(uploadReducer(sending, { type: 'sent' })).toBe(sending)
    expect(uploadReducer(sending, { type: 'named', name: 'Dog' })).toBe(sending)
    expect(uploadReducer(sending, { type: 'chosen', file })).toBe(sending)
  })

  it('does not begin without a picture', () => {
    expect(uploadReducer(EMPTY_UPLOAD, { type: 'sent' })).toBe(EMPTY_UPLOAD)
  })

  it('tells its progress', () => {
    expect(uploadReducer(sending, { type: 'progressed', share: 0.5 }).sending).toEqual({ kind: 'sending', share: 0.5 })
    expect(uploadReducer(EMPTY_UPLOAD, { type: 'progressed', share: 0.5 })).toBe(EMPTY_UPLOAD)
  })

  it('that failed keeps everything for another try', () => {
    expect(uploadReducer(sending, { type: 'sendEnded' })).toMatchObject({
      name: 'Cat',
      picture: { kind: 'ready' },
      sending: { kind: 'idle' },
    })
  })

  it('of a known picture asks what to do, and can be repeated', () => {
    const duplicate = uploadReducer(sending, { type: 'duplicate', existingId: 'id' })
    expect(duplicate.sending).toEqual({ kind: 'duplicate', existingId: 'id' })
    expect(canSave(duplicate)).toBe(true)
    expect(uploadReducer(duplicate, { type: 'sent' }).sending).toEqual({ kind: 'sending', share: 0 })
  })

  it('that worked empties the form', () => {
    expect(uploadReducer(sending, { type: 'uploaded' })).toBe(EMPTY_UPLOAD)
  })
})
