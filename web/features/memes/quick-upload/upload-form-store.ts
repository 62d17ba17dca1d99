import type { Meme } from '#contract/memes.ts'
import { api, apiBlob } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { currentSession, onSessionChange } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { toast } from '../../../ui/toast.ts'
import { addUploaded } from '../data/uploaded-memes.ts'
import { fileNameOfLink, pictureInLink, pictureLink } from './picture-file.ts'
import type { Making } from './quick-upload-modal-state.ts'
import { canSave, EMPTY_UPLOAD, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

const LINK_REST_MS = 400

/** Outlives the modal: uploads continue when it is closed, and input is kept for reopening. */
const store = createStore<UploadState>(EMPTY_UPLOAD)
let sending: AbortController | undefined
let fetching: AbortController | undefined

let member = currentSession().user?.userId ?? null
onSessionChange(() => {
  const before = member
  member = currentSession().user?.userId ?? null
  if (before === null || before === member) return
  // One member's input must not be shown to the next.
  sending?.abort()
  fetching?.abort()
  store.set(EMPTY_UPLOAD)
})

export const useUpload = (): UploadState => useStore(store)
export const dispatchUpload = (event: UploadEvent): void => store.set(uploadReducer(store.get(), event))

/** Nothing about a picture changes while it is on its way: says so to whoever brings the next one. */
function isBusy(): boolean {
  const busy = store.get().sending.kind === 'sending'
  if (busy) toast.info(translate('upload.busy'), { id: 'upload busy' })
  return busy
}

export function choosePictures(files: readonly File[], making?: Making): void {
  const [file] = files
  if (!file || isBusy()) return
  fetching?.abort()
  dispatchUpload({ type: 'chosen', file, making })
  if (files.length > 1) toast.info(translate('upload.onlyOne'))
}

/** Takes what was typed or dropped as a link and fetches its picture, once the typing has come to rest. */
export async function chooseLink(link: string): Promise<void> {
  // A visitor has only the way in before them, and the server fetches for members alone.
  if (!currentSession().user || isBusy()) return
  fetching?.abort()
  fetching = new AbortController()
  const { signal } = fetching
  dispatchUpload({ type: 'linked', link })
  const address = pictureLink(link)
  if (!address) return
  await new Promise((resolve) => setTimeout(resolve, LINK_REST_MS))
  if (signal.aborted) return
  try {
    const picture = await fetchPicture(address, signal)
    const file = new File([picture], fileNameOfLink(address), { type: picture.type })
    dispatchUpload({ type: 'linkFetched', link, file })
  } catch {
    if (signal.aborted) return
    dispatchUpload({ type: 'linkFailed', link })
    toast.error(translate('toast.cannotGetImageFromLink'))
  }
}

/** By the server, so that the other site does not learn who asks. */
async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob> {
  if (address.startsWith('data:')) return pictureInLink(address)
  const picture = await apiBlob('POST /meme/fetch-link', { body: { url: address }, signal })
  if (!picture.type.startsWith('image/')) throw new TypeError(`${address} is no picture`)
  return picture
}

/**
 * Sends what is chosen; a second call while one is under way does nothing.
 * @param onUploaded called with the new meme, also when the modal has been shut meanwhile
 */
export async function sendUpload(
  onUploaded: (meme: Meme) => void,
  options?: { allowDuplicate: boolean },
): Promise<void> {
  const state = store.get()
  if (!canSave(state) || state.picture.kind !== 'ready') return
  const form = new FormData()
  form.set('name', state.name.trim())
  form.set('description', state.description.trim())
  if (state.sensitive) form.set('sensitive', 'true')
  if (options?.allowDuplicate) form.set('allowDuplicate', 'true')
  addMaking(form, state.picture.making)
  form.set('image', state.picture.file)
  sending = new AbortController()
  dispatchUpload({ type: 'sent' })
  try {
    const onProgress = (share: number) => dispatchUpload({ type: 'progressed', share })
    const { data } = await api('POST /meme', { form, onProgress, signal: sending.signal })
    dispatchUpload({ type: 'uploaded' })
    addUploaded(data)
    onUploaded(data)
  } catch (error) {
    const existingId = duplicateOf(error)
    dispatchUpload(existingId ? { type: 'duplicate', existingId } : { type: 'sendEnded' })
    if (!existingId) toast.error(error)
  }
}

function addMaking(form: FormData, making: Making | undefined): void {
  if (!making) return
  if (making.captions.length > 0) form.set('captions', JSON.stringify(making.captions))
  if (making.template) form.set('template', making.template)
  if (making.madeFrom) form.set('madeFrom', making.madeFrom)
}

export const cancelUpload = (): void => sending?.abort()

function duplicateOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'meme.duplicate') return null
  const { duplicateOf: id } = error.body
  return typeof id === 'string' ? id : null
}
