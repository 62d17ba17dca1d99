export interface ReaderSettings {
  /** `light` leaves out Tesseract where marks are Vietnamese, which are then read in capitals alone. */
  mode: 'light' | 'full'
  /** As Tesseract names them, joined by `+`. */
  languages: string
}
