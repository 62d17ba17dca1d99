/** A lexeme as it stands in a tsquery. */
export const quoteLexeme = (lexeme: string) => `'${lexeme.replace(/['\\]/g, (sign) => sign + sign)}'`
