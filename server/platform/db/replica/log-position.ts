/** A position in PostgreSQL's write-ahead log. Later writes have higher positions. */
export type LogPosition = bigint

/** Parses PostgreSQL's format, such as `16/B374D848`. Throws for anything else. */
export function readLogPosition(text: string): LogPosition {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error(`not a position of the log: ${text}`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
