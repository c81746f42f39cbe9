import { expect, test } from 'vitest'
import { countsIn, type FileReport, filesToTryAgain, withSecondTry } from './second-try.ts'

const fileOf = (name: string, ...statuses: readonly string[]): FileReport => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, at) => ({ status, fullName: `${name} ${at}` })),
})
const fine = fileOf('fine.test.ts', 'passed', 'skipped')

test('files that failed are run again, unless they are many', () => {
  const failed = (count: number) =>
    Array.from({ length: count }, (_, n) => fileOf(`${n}.test.ts`, 'passed', 'failed'))

  expect(filesToTryAgain([fine])).toEqual([])
  expect(filesToTryAgain([fine, ...failed(2)])).toEqual(['0.test.ts', '1.test.ts'])
  expect(filesToTryAgain(failed(6))).toEqual([])
})

test('a file that failed as a whole, without a test, is run again', () => {
  const broken = { ...fileOf('broken.test.ts'), status: 'failed', message: 'It cannot be loaded.' }

  expect(filesToTryAgain([fine, broken])).toEqual(['broken.test.ts'])
})

test('what is said in the end is of the second try where there was one', () => {
  const first = [
    fine,
    fileOf('busy.test.ts', 'failed', 'passed'),
    fileOf('wrong.test.ts', 'failed'),
  ]
  const second = [fileOf('busy.test.ts', 'passed', 'passed'), fileOf('wrong.test.ts', 'failed')]

  expect(countsIn(first)).toEqual({ passed: 2, failed: 2, skipped: 1 })
  expect(countsIn(withSecondTry(first, second))).toEqual({ passed: 3, failed: 1, skipped: 1 })
})
