import { expect, test } from 'vitest'
import { isServiceDown, isUnavailable, lineOf, ServiceDownError } from './unavailable.ts'

const coded = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08006',
  '53300',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
])('%s is an outage', (code) => {
  expect([isServiceDown(coded(code)), isUnavailable(coded(code))]).toEqual([true, true])
})

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Postgres connection has been discarded',
  'Query read timeout',
])('“%s” is an outage', (message) => {
  expect(isServiceDown(new Error(message))).toBe(true)
})

test.each(['57014', '55P03'])('a statement timeout (%s) can be retried by the caller but not by a job', (code) => {
  expect([isServiceDown(coded(code)), isUnavailable(coded(code))]).toEqual([false, true])
})

test.each(['23505', '42P01', '28P01', '3D000', 'ENOENT'])('%s is not an outage', (code) => {
  expect([isServiceDown(coded(code)), isUnavailable(coded(code))]).toEqual([false, false])
})

test('logs the reason, also for an error with only a code', () => {
  expect(lineOf(new ServiceDownError('the bucket: gone\nfar away'))).toBe('the bucket: gone')
  expect(lineOf(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
})
