import { readFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { scopeOf } from '#contract/auth/scopes.ts'
import { openApi } from '#server/platform/http/openapi.ts'

const HEADER = `// The client of the Memeroom API, made by \`npm run client\`. It needs nothing but fetch: copy it into your project.
//
//   const memes = createClient({ baseUrl: 'https://memes.example.com', token: 'memeroom_pat_…' })
//   const { data } = await memes.call('GET /meme/{id}', { path: { id } })
//   for await (const page of memes.pages('GET /vector-search/text', { query: { q: 'cat' } })) console.log(page.data)
`

const TYPES = `
type Json<T> = T extends { content: infer C } ? C[keyof C] : never
type Answers<Op> = Op extends { responses: infer R } ? R : never
type Success<R> = Json<R[keyof R & (200 | 201 | 202)]>
type Given<T> = [T] extends [never | undefined] ? never : NonNullable<T>
type Body<Op> = Op extends { requestBody: infer B } ? Json<B> : Op extends { requestBody?: infer B } ? Json<NonNullable<B>> : never
type CallOf<Op> = Op extends { parameters: { path?: infer P; query?: infer Q } }
  ? { path: Given<P>; query: Given<Q>; body: Body<Op>; answer: Success<Answers<Op>>; code: ErrorCode }
  : never
type Method<Path, M extends string> = M extends keyof Path ? Path[M] : never

/** Every error code. */
export type ErrorCode = components['schemas']['ErrorCode']
`

const CREATE = `
export type MemeroomClient = ApiClient<Calls>

/** A client of one site, typed by its calls. */
export const createClient = (options: ClientOptions): MemeroomClient => new ApiClient<Calls>(options)
`

/**
 * Generates the text of the API client: one TypeScript file without imports, with the calls that accept access tokens.
 * @throws if the contract cannot be described
 */
export async function generateClient(): Promise<string> {
  const served = withoutFailures(openApi((call) => scopeOf(call) !== undefined))
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTS(JSON.stringify(served), {
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
    // Fields with a default are optional in requests.
    defaultNonNullable: false,
  })
  const calls = Object.entries(served.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary }]) =>
        `  /** ${summary} */\n  '${method.toUpperCase()} ${path.replace('/api', '')}': CallOf<Method<paths['${path}'], '${method}'>>`,
    ),
  )
  const runtime = await readFile(new URL('api-client.ts', import.meta.url), 'utf8')
  const license = await readFile(new URL('../../../packages/caption-reader/LICENSE', import.meta.url), 'utf8')
  const interfaces = `/** The calls that personal access tokens may make. */\nexport interface Calls {\n${calls.join('\n')}\n}\n`
  return [`/*\n${license}*/\n`, HEADER, runtime, astToString(nodes), TYPES, interfaces, CREATE].join('\n')
}

interface Operation {
  summary: string
  responses: Record<string, unknown>
}
interface Description {
  paths: Record<string, Record<string, Operation>>
}

/** Removes the failure responses: all have the same shape, which the client exposes as ApiError. */
function withoutFailures(described: Record<string, unknown>): Description {
  const description = structuredClone(described) as unknown as Description
  for (const methods of Object.values(description.paths))
    for (const operation of Object.values(methods))
      for (const status of Object.keys(operation.responses))
        if (!status.startsWith('2')) delete operation.responses[status]
  return description
}

/** Transpiles the client to JavaScript, for projects without TypeScript. */
export function toJavaScript(client: string): string {
  const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
  return ts.transpileModule(client, { compilerOptions: options }).outputText
}
