/** For the file picker: all image types, like the rule for files. */
export const PICTURE_TYPES = 'image/*'
