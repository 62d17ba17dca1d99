import { lengthOf } from '#contract/bounded.ts'
import { MEME_DESCRIPTION_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { memeForm } from '../../../entities/meme-form.ts'
import { addUploaded } from '../../../entities/memes.ts'
import { api, apiBlob } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { currentSession, onMemberChange } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { toast } from '../../../ui/toast.ts'
import { fileNameOfLink, pictureInLink, pictureLink } from './picture-file.ts'
import type { StudioRecord } from './quick-upload-modal-state.ts'
import { canSave, EMPTY_UPLOAD, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

const LINK_REST_MS = 400

/** Outlives the modal: uploads continue after it closes, and reopening restores the input. */
const store = createStore<UploadState>(EMPTY_UPLOAD)
let sending: AbortController | undefined
let fetching: AbortController | undefined

onMemberChange((before) => {
  if (before === null) return
  // Members who share a browser must not see each other's input.
  sending?.abort()
  fetching?.abort()
  store.set(EMPTY_UPLOAD)
})

export const useUpload = (): UploadState => useStore(store)
export const dispatchUpload = (event: UploadEvent): void => store.set(uploadReducer(store.get(), event))

/** Returns true if an upload is running, during which the picture cannot change. If so, shows a message. */
function isBusy(): boolean {
  const busy = store.get().sending.kind === 'sending'
  if (busy) toast.info(translate('upload.busy'), { id: 'upload busy' })
  return busy
}

export function choosePictures(files: readonly File[], making?: StudioRecord): void {
  const [file] = files
  if (!file || isBusy()) return
  fetching?.abort()
  dispatchUpload({ type: 'chosen', file, making })
  if (files.length > 1) toast.info(translate('upload.onlyOne'))
}

/** Names the page that shows the picture in the description, without its query if the address is too long. */
export function nameSource(address: string): void {
  const [short = ''] = address.split(/[?#]/)
  const found = [address, short].map((one) => translate('upload.source', { address: one }))
  const description = found.find((text) => lengthOf(text) <= MEME_DESCRIPTION_MAX_CHARS)
  if (description) dispatchUpload({ type: 'described', description })
}

/** Handles a typed or dropped link, and fetches its picture after a debounce. */
export async function chooseLink(link: string): Promise<void> {
  // Visitors only see the login prompt, and the server fetches links for members only.
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

/** Fetches through the server, so that the other site does not receive the user's IP address. */
async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob> {
  if (address.startsWith('data:')) return pictureInLink(address)
  const picture = await apiBlob('POST /meme/fetch-link', { body: { url: address }, signal })
  if (!picture.type.startsWith('image/')) throw new TypeError(`${address} is no picture`)
  return picture
}

/**
 * Uploads the chosen picture. Does nothing while an upload is running.
 * @param onUploaded called with the new meme, even if the modal was closed meanwhile, and whether a screen already reports it
 */
export async function sendUpload(
  onUploaded: (meme: Meme, isReported: boolean) => void,
  options?: { allowDuplicate: boolean },
): Promise<void> {
  const state = store.get()
  if (!canSave(state) || state.picture.kind !== 'ready') return
  const form = memeForm({
    name: state.name.trim(),
    description: state.description.trim(),
    sensitive: state.sensitive,
    allowDuplicate: options?.allowDuplicate ?? false,
  })
  const { making } = state.picture
  addStudioRecord(form, making)
  form.set('image', state.picture.file)
  sending = new AbortController()
  dispatchUpload({ type: 'sent' })
  try {
    const onProgress = (share: number) => dispatchUpload({ type: 'progressed', share })
    const { data } = await api('POST /meme', { form, onProgress, signal: sending.signal })
    dispatchUpload({ type: 'uploaded' })
    addUploaded(data)
    onUploaded(data, making?.onUploaded?.(data) ?? false)
  } catch (error) {
    const existingId = duplicateOf(error)
    dispatchUpload(existingId ? { type: 'duplicate', existingId } : { type: 'sendEnded' })
    if (!existingId) toast.error(error)
  }
}

function addStudioRecord(form: FormData, making: StudioRecord | undefined): void {
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
