// `child.mjs PARENT MODULE …` runs a module in a separate process that ends with the script that started it.
import { pathToFileURL } from 'node:url'
import { endWithProcess } from '../../server/starter.mjs'

const [parent] = process.argv.splice(1, 2).slice(1)
endWithProcess(Number(parent))
await import(pathToFileURL(String(process.argv[1])).href)
