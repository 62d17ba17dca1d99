import type { Meme } from '#contract/memes/memes.ts'
import type { TypedCaption } from '#contract/templates/typed-captions.ts'
import { createStore, useStore } from '../../../lib/store.ts'

export type UploadMode = 'none' | 'quick upload' | 'upload'
export interface QuickUploadState {
  mode: UploadMode
  /** Pictures dropped or pasted before the modal opened. */
  files: readonly File[]
  /** The studio's record of the picture. */
  making?: StudioRecord | undefined
}

/** Metadata of a picture made in the studio, sent with the upload. */
export interface StudioRecord {
  captions: readonly TypedCaption[]
  template?: string | undefined
  madeFrom?: string | undefined
  /** Called with the uploaded meme. Returns whether a screen reports it, so that no toast is needed. */
  onUploaded?: ((meme: Meme) => boolean) | undefined
}

const CLOSED: QuickUploadState = { mode: 'none', files: [] }
const store = createStore<QuickUploadState>(CLOSED)

/** Opens and closes quick upload from anywhere: top bar, page drop, paste. */
export const quickUpload = {
  open(files: readonly File[] = [], making?: StudioRecord): void {
    store.set({ mode: 'quick upload', files, making })
  },
  /** Call on screens with their own upload form: until the returned function runs, drops and pastes go to that screen. */
  enterUploadScreen(): () => void {
    store.set({ mode: 'upload', files: [] })
    return () => store.set(CLOSED)
  },
  close(): void {
    if (store.get().mode === 'quick upload') store.set(CLOSED)
  },
  current: store.get,
}

export const useQuickUpload = (): QuickUploadState => useStore(store)
