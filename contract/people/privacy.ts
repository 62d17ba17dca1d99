import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Id, IsoDate, okData } from '../primitives.ts'

export const DataExport = z
  .object({
    _id: Id,
    status: z.enum(['queued', 'ready', 'failed', 'expired']),
    createdAt: IsoDate,
    expiresAt: IsoDate.nullable(),
    bytes: z.int().nullable(),
  })
  .meta({ id: 'DataExport' })
export type DataExport = z.infer<typeof DataExport>

const base = { tag: 'privacy', auth: 'member', suspendedAllowed: true } as const

export const requestExport = defineCall('POST /users/me/export', {
  ...base,
  status: 202,
  freshProof: true,
  summary: 'Request an export of your data',
  response: okData(DataExport),
})
export const getLatestExport = defineCall('GET /users/me/export', {
  ...base,
  summary: 'Get your latest data export',
  response: okData(DataExport.nullable()),
})
export const downloadExport = defineCall('GET /users/me/export/{exportId}/file', {
  ...base,
  freshProof: true,
  summary: 'Download a finished data export as a ZIP archive',
  params: z.object({ exportId: Id }),
  file: ['application/zip'],
  failures: ['export.notFound', 'export.notReady'],
  response: z.any(),
})
