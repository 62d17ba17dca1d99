/** An ID in the right form, which no row has. */
export const UNKNOWN_ID = '0190b1a2-0000-7000-8000-000000000000'
