import { expect, test } from 'vitest'
import { chooseFilesToRetry, countOutcomes, type FileReport, mergeRetry } from './retry-files.ts'

const fileOf = (name: string, ...statuses: readonly string[]): FileReport => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `${name} ${index}` })),
})
const fine = fileOf('fine.test.ts', 'passed', 'skipped')

test('files that failed are run again, unless they are many', () => {
  const failedFiles = (count: number) =>
    Array.from({ length: count }, (_, n) => fileOf(`${n}.test.ts`, 'passed', 'failed'))

  expect(chooseFilesToRetry([fine])).toEqual([])
  expect(chooseFilesToRetry([fine, ...failedFiles(2)])).toEqual(['0.test.ts', '1.test.ts'])
  expect(chooseFilesToRetry(failedFiles(6))).toEqual([])
})

test('a file that failed as a whole, without a test, is run again', () => {
  const unloadableFile = {
    ...fileOf('broken.test.ts'),
    status: 'failed',
    message: 'It cannot be loaded.',
  }

  expect(chooseFilesToRetry([fine, unloadableFile])).toEqual(['broken.test.ts'])
})

test('a second run replaces the first result of its files', () => {
  const first = [
    fine,
    fileOf('busy.test.ts', 'failed', 'passed'),
    fileOf('wrong.test.ts', 'failed'),
  ]
  const second = [fileOf('busy.test.ts', 'passed', 'passed'), fileOf('wrong.test.ts', 'failed')]

  expect(countOutcomes(first)).toEqual({ passed: 2, failed: 2, skipped: 1 })
  expect(countOutcomes(mergeRetry(first, second))).toEqual({ passed: 3, failed: 1, skipped: 1 })
})
