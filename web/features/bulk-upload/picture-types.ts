/** For the picker: everything that calls itself a picture, as the rule for files does. */
export const PICTURE_TYPES = 'image/*'
