export interface ReaderSettings {
  /** `light` skips Tesseract for Vietnamese; Vietnamese marks are then read only in capitals. */
  mode: 'light' | 'full'
  /** Tesseract language codes, joined by `+`. */
  languages: string
}
