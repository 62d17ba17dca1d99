/** Matches a hashtag in a text; group 1 is the tag. */
export const HASHTAG = /#([\p{L}\p{M}\p{N}_]+)/gu
