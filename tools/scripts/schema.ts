// `npm run schema`: writes docs/schema.md from a database with all migrations applied.
import { writeFile } from 'node:fs/promises'
import { schemaDiagram } from '../../test/schema-diagram.ts'

const { connectInMemory } = await import('../../server/platform/db/embedded.ts')
const { migrateToLatest } = await import('../../server/platform/db/migrate.ts')
const engine = await connectInMemory()
await migrateToLatest(engine.db)
await writeFile(new URL('../../docs/schema.md', import.meta.url), await schemaDiagram(engine.db))
await engine.close()
