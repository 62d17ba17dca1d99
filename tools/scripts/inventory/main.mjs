// `npm run sbom` writes dist/sbom.cdx.json, a CycloneDX list of the packages in a release; `npm run licenses` prints their
// licenses.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runScript } from '../bootstrap.mjs'
import { licenseTable, softwareBill } from './inventory.mjs'

await runScript(async () => {
  if (process.argv.includes('--licenses')) {
    process.stdout.write(licenseTable())
    return undefined
  }
  const file = join(root, 'dist', 'sbom.cdx.json')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(file, softwareBill())
  console.log(file)
  return undefined
})
