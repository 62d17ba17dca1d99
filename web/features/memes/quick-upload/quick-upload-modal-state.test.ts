import { afterEach, describe, expect, it } from 'vitest'
import { quickUpload } from './quick-upload-modal-state.ts'

afterEach(() => quickUpload.close())

describe('quick upload', () => {
  it('opens with the dropped pictures, and closes empty', () => {
    const file = new File(['x'], 'cat.png', { type: 'image/png' })
    quickUpload.open([file])
    expect(quickUpload.current()).toEqual({ mode: 'quick upload', files: [file] })
    quickUpload.close()
    expect(quickUpload.current()).toEqual({ mode: 'none', files: [] })
  })
})
