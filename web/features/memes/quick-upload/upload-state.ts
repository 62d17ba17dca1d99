import { MEME_DESCRIPTION_MAX_CHARS, MEME_NAME_MAX_CHARS } from '#contract/limits.ts'
import { type PictureProblem, pictureLink, pictureProblem } from './picture-file.ts'
import type { StudioRecord } from './quick-upload-modal-state.ts'

export type ChosenPicture =
  | { kind: 'none' }
  | { kind: 'refused'; problem: PictureProblem }
  | { kind: 'fetching' }
  | { kind: 'linkFailed' }
  | { kind: 'ready'; file: File; making?: StudioRecord | undefined }

export type Sending =
  | { kind: 'idle' }
  /** `share` of the bytes sent, 0 to 1. */
  | { kind: 'sending'; share: number }
  | { kind: 'duplicate'; existingId: string }

export interface UploadState {
  name: string
  description: string
  sensitive: boolean
  link: string
  picture: ChosenPicture
  sending: Sending
}

export type UploadEvent =
  | { type: 'named'; name: string }
  | { type: 'described'; description: string }
  | { type: 'markedSensitive'; sensitive: boolean }
  | { type: 'chosen'; file: File; making?: StudioRecord | undefined }
  | { type: 'cleared' }
  | { type: 'linked'; link: string }
  | { type: 'linkFetched'; link: string; file: File }
  | { type: 'linkFailed'; link: string }
  | { type: 'sent' }
  | { type: 'progressed'; share: number }
  | { type: 'duplicate'; existingId: string }
  /** The upload ended without a meme: it failed, was canceled, or the user chooses another picture. */
  | { type: 'sendEnded' }
  | { type: 'uploaded' }

export const EMPTY_UPLOAD: UploadState = {
  name: '',
  description: '',
  sensitive: false,
  link: '',
  picture: { kind: 'none' },
  sending: { kind: 'idle' },
}

/** The only events accepted during an upload: the picture and its texts cannot change then. */
const WHILE_SENDING: readonly UploadEvent['type'][] = ['progressed', 'duplicate', 'sendEnded', 'uploaded']

export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  if (state.sending.kind === 'sending' && !WHILE_SENDING.includes(event.type)) return state
  switch (event.type) {
    case 'named':
      return { ...state, name: event.name }
    case 'described':
      return { ...state, description: event.description }
    case 'markedSensitive':
      return { ...state, sensitive: event.sensitive }
    case 'chosen':
      return { ...state, link: '', picture: validated(event.file, event.making), sending: { kind: 'idle' } }
    case 'cleared':
      return { ...state, link: '', picture: { kind: 'none' }, sending: { kind: 'idle' } }
    case 'linked':
      return { ...state, link: event.link, picture: pictureOfLink(event.link), sending: { kind: 'idle' } }
    case 'linkFetched':
      return event.link === state.link ? { ...state, picture: validated(event.file) } : state
    case 'linkFailed':
      return event.link === state.link ? { ...state, picture: { kind: 'linkFailed' } } : state
    case 'sent':
      return canSave(state) ? { ...state, sending: { kind: 'sending', share: 0 } } : state
    case 'progressed':
      return state.sending.kind === 'sending' ? { ...state, sending: { kind: 'sending', share: event.share } } : state
    case 'duplicate':
      return { ...state, sending: { kind: 'duplicate', existingId: event.existingId } }
    case 'sendEnded':
      return { ...state, sending: { kind: 'idle' } }
    case 'uploaded':
      return EMPTY_UPLOAD
  }
}

/** Returns true if the chosen picture comes from the studio. */
export const isMade = ({ picture }: Pick<UploadState, 'picture'>): boolean =>
  picture.kind === 'ready' && picture.making !== undefined

/**
 * Returns true if there is a picture to upload and the texts are within their limits. Lengths are in code points, as on the
 * server.
 */
export function canSave({ picture, name, description, sending }: UploadState): boolean {
  const fits =
    [...name.trim()].length <= MEME_NAME_MAX_CHARS && [...description.trim()].length <= MEME_DESCRIPTION_MAX_CHARS
  return picture.kind === 'ready' && sending.kind !== 'sending' && fits
}

function validated(file: File, making?: StudioRecord): ChosenPicture {
  const problem = pictureProblem(file)
  return problem ? { kind: 'refused', problem } : { kind: 'ready', file, ...(making && { making }) }
}

function pictureOfLink(link: string): ChosenPicture {
  if (link.trim() === '') return { kind: 'none' }
  return pictureLink(link) ? { kind: 'fetching' } : { kind: 'linkFailed' }
}
