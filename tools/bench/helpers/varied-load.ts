import autocannon, { type Request } from 'autocannon'

const CONNECTIONS = 8

export interface LoadLimits {
  seconds: number
  most?: number | undefined
  connections?: number
}

/** The load of one round. */
export interface Load {
  perSecond: number
  /** Milliseconds of each response. */
  waits: number[]
  requests: number
}

/**
 * Sends requests over `connections` (8) for `seconds`, or until `most` requests are answered; each connection takes the next one.
 * @param next returns the request with a number, from 0
 * @throws if a response is not 2xx
 */
export async function sendVaried(
  url: string,
  next: (nth: number) => Request,
  { seconds, most, connections = CONNECTIONS }: LoadLimits,
): Promise<Load> {
  let sent = 0
  const waits: number[] = []
  const setupRequest = (request: Request): Request => {
    const one = { ...request, ...next(sent) }
    sent += 1
    return one
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        requests: [{ setupRequest }],
        ...(most ? { amount: most } : { duration: seconds }),
      },
      (error: Error | null, done: autocannon.Result) => (error ? reject(error) : resolve(done)),
    )
    running.on('response', (_client, _status, _bytes, ms) => waits.push(ms))
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad answers and ${result.errors} errors from ${url}${next(0).path ?? ''}`)
  return { perSecond: waits.length / result.duration, waits, requests: waits.length }
}

/** A value below which this share of the values lies; 0 without values. */
export const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
