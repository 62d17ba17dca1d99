/** `accept` value of the file picker: all image types, the same as the file check. */
export const PICTURE_TYPES = 'image/*'
