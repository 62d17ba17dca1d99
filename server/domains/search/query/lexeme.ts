/** Quotes a lexeme for a tsquery. */
export const quoteLexeme = (lexeme: string) => `'${lexeme.replace(/['\\]/g, (sign) => sign + sign)}'`
