// Measures how many new pictures of a series (one layout, other contents) would be refused as copies of earlier ones, and how many
// altered copies of them are recognized. Arguments: series of each kind (default 12), pictures of each series (default 15), number of
// the first series (default 0; the rules were chosen with the first 12).

import { drawnSeries } from '../helpers/drawn-series.ts'
import { COPIES, type Described, describeSmall, isCopy } from '../helpers/duplicates.ts'
import { heading, row } from '../helpers/report.ts'

const seriesOfKind = Number(process.argv[3] ?? 12)
const picturesEach = Number(process.argv[4] ?? 15)
const firstSeries = Number(process.argv[5] ?? 0)

interface Tally {
  refused: number
  uploaded: number
  recognized: number
  copies: number
}
const byKind = new Map<string, Tally>()
const byChange = new Map<string, { recognized: number; copies: number }>()

heading()
for await (const { kind, seed, pictures } of drawnSeries(seriesOfKind, picturesEach, firstSeries)) {
  const tally = byKind.get(kind) ?? { refused: 0, uploaded: 0, recognized: 0, copies: 0 }
  byKind.set(kind, tally)
  const before: Described[] = []
  for (const picture of pictures) {
    const own = await describeSmall(picture)
    if (before.length > 0) tally.uploaded += 1
    if (before.some((earlier) => isCopy(own, earlier))) tally.refused += 1
    before.push(own)
  }
  const [first] = pictures
  const [own] = before
  for (const [name, change] of Object.entries(first && own ? COPIES : {})) {
    if (!first || !own) continue
    const isRecognized = isCopy(await describeSmall(await change(first, seed)), own)
    for (const sums of [tally, byChange.get(name) ?? { recognized: 0, copies: 0 }]) {
      sums.copies += 1
      if (isRecognized) sums.recognized += 1
      if (sums !== tally) byChange.set(name, sums)
    }
  }
}
for (const [kind, { refused, uploaded, recognized, copies }] of byKind)
  row(
    ['Series', 'New ones refused', 'Copies recognized'],
    [kind, `${refused} of ${uploaded}`, `${recognized} of ${copies}`],
  )
for (const [name, { recognized, copies }] of byChange) row(['Copy', 'Recognized'], [name, `${recognized} of ${copies}`])
