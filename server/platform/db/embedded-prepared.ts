import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { createStatementNames } from './statement-names.ts'

const { serialize } = protocol
const FEATURE_NOT_SUPPORTED = '0A000'

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>

/**
 * Runs statements marked by `prepared.ts` as named prepared statements of PostgreSQL's extended protocol: parsed once, and no
 * longer planned once a generic plan is as good. PGlite's `query` parses and plans each time. Returns undefined for an unmarked
 * statement.
 */
export function createPreparedRunner(pglite: PGlite) {
  const nameOf = createStatementNames()
  /** Parameter types (OIDs) by statement name. */
  const known = new Map<string, number[]>()
  /** Counter for fresh names: after its tables changed, a statement is prepared again under a new name. */
  let renewed = 0

  async function send(...messages: Uint8Array[]): Promise<Messages> {
    const answers = await pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), {
      syncToFs: false,
      throwOnError: false,
    })
    const failure = answers.find((answer) => answer.name === 'error')
    if (failure) throw failure
    return answers
  }

  async function typesOf(name: string, text: string): Promise<number[]> {
    const types = known.get(name)
    if (types) return types
    const described = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const found = parse.parseDescribeStatementResults(described)
    known.set(name, found)
    return found
  }

  return async function run(
    text: string,
    values: readonly unknown[],
  ): Promise<Results<Record<string, unknown>> | undefined> {
    const marked = nameOf(text)
    if (marked === undefined) return undefined
    const name = renewed === 0 ? marked : `${marked}_${renewed}`
    return pglite.runExclusive(async () => {
      try {
        const types = await typesOf(name, text)
        const bound = values.map((value, index) => toText(pglite, value, types[index]))
        const answers = await send(
          serialize.bind({ statement: name, values: bound }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
        )
        await pglite.syncToFs()
        const [result = { rows: [], fields: [] }] = parse.parseResults(answers, pglite.parsers)
        return result as Results<Record<string, unknown>>
      } catch (error) {
        // "cached plan must not change result type"
        if ((error as { code?: string }).code === FEATURE_NOT_SUPPORTED) {
          known.clear()
          renewed += 1
        }
        throw error
      }
    })
  }
}

function toText(pglite: PGlite, value: unknown, type: number | undefined): string | null {
  if (value === null || value === undefined) return null
  const serializer = type === undefined ? undefined : pglite.serializers[type]
  return serializer ? serializer(value) : String(value)
}
