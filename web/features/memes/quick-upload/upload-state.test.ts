import { describe, expect, it } from 'vitest'
import { canSave, EMPTY_UPLOAD, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

const file = new File(['x'], 'cat.png', { type: 'image/png' })
const stateAfter = (...events: UploadEvent[]): UploadState => events.reduce(uploadReducer, EMPTY_UPLOAD)
const LINK = 'https://example.org/cat.png'

describe('choosing a picture', () => {
  it('enables saving', () => {
    expect(canSave(EMPTY_UPLOAD)).toBe(false)
    expect(canSave(stateAfter({ type: 'chosen', file }))).toBe(true)
  })

  it('rejects other files with a reason', () => {
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
  it('cannot be saved while being fetched, nor after a failure', () => {
    expect(canSave(stateAfter({ type: 'linked', link: LINK }))).toBe(false)
    expect(canSave(stateAfter({ type: 'linked', link: LINK }, { type: 'linkFailed', link: LINK }))).toBe(false)
    expect(canSave(stateAfter({ type: 'linked', link: LINK }, { type: 'linkFetched', link: LINK, file }))).toBe(true)
  })

  it('ignores the answer for an overwritten address', () => {
    const state = stateAfter(
      { type: 'linked', link: LINK },
      { type: 'linked', link: `${LINK}2` },
      { type: 'linkFetched', link: LINK, file },
    )
    expect(state.picture).toEqual({ kind: 'fetching' })
  })

  it('fails at once for an invalid address, and clearing it removes the picture', () => {
    expect(stateAfter({ type: 'linked', link: 'cat' }).picture).toEqual({ kind: 'linkFailed' })
    expect(stateAfter({ type: 'linked', link: 'cat' }, { type: 'linked', link: '' }).picture).toEqual({ kind: 'none' })
  })
})

describe('name and description', () => {
  it('may reach their limits in code points', () => {
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

  it('happens once at a time, and its data cannot change', () => {
    expect(canSave(sending)).toBe(false)
    expect(uploadReducer(sending, { type: 'sent' })).toBe(sending)
    expect(uploadReducer(sending, { type: 'named', name: 'Dog' })).toBe(sending)
    expect(uploadReducer(sending, { type: 'chosen', file })).toBe(sending)
  })

  it('needs a picture', () => {
    expect(uploadReducer(EMPTY_UPLOAD, { type: 'sent' })).toBe(EMPTY_UPLOAD)
  })

  it('reports its progress', () => {
    expect(uploadReducer(sending, { type: 'progressed', share: 0.5 }).sending).toEqual({ kind: 'sending', share: 0.5 })
    expect(uploadReducer(EMPTY_UPLOAD, { type: 'progressed', share: 0.5 })).toBe(EMPTY_UPLOAD)
  })

  it('leaves everything for a retry after a failure', () => {
    expect(uploadReducer(sending, { type: 'sendEnded' })).toMatchObject({
      name: 'Cat',
      picture: { kind: 'ready' },
      sending: { kind: 'idle' },
    })
  })

  it('offers a choice for a duplicate and can be repeated', () => {
    const duplicate = uploadReducer(sending, { type: 'duplicate', existingId: 'id' })
    expect(duplicate.sending).toEqual({ kind: 'duplicate', existingId: 'id' })
    expect(canSave(duplicate)).toBe(true)
    expect(uploadReducer(duplicate, { type: 'sent' }).sending).toEqual({ kind: 'sending', share: 0 })
  })

  it('clears the form after a success', () => {
    expect(uploadReducer(sending, { type: 'uploaded' })).toBe(EMPTY_UPLOAD)
  })
})
