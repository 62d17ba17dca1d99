/** A hashtag in a text, with the tag as its group. */
export const HASHTAG = /#([\p{L}\p{M}\p{N}_]+)/gu
