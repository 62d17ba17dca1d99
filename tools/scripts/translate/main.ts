import path from 'node:path'
import { translate } from './translate.ts'

const [code, ...others] = process.argv.slice(2)
if (!code || others.length > 0) {
  console.error('usage: npm run translate -- CODE, such as fr, pt-BR, or zh-Hant')
  process.exitCode = 2
} else
  try {
    const left = translate(path.join(import.meta.dirname, '../../..'), code)
    for (const [folder, gaps] of left) {
      console.log(`${folder}/${code}: ${gaps.length} texts to translate`)
      for (const gap of gaps.filter((one) => !one.endsWith(' is empty'))) console.log(`  ${gap}`)
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
