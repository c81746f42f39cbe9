import { expect, test } from 'vitest'
import { isLive, percentOf } from './progress.ts'

const counts = (totalFiles: number, successfulFiles: number, failedFiles: number) => ({
  totalFiles,
  successfulFiles,
  failedFiles,
})

test('progress counts what succeeded and what failed, rounded; nothing of nothing is nothing [EX-025]', () => {
  expect(percentOf(counts(3, 1, 1))).toBe(67)
  expect(percentOf(counts(3, 3, 0))).toBe(100)
  expect(percentOf(counts(0, 0, 0))).toBe(0)
})

test('an execution that never got its files is not under way [EX-021 EX-024]', () => {
  expect(isLive({ status: 'PENDING', totalFiles: 0 })).toBe(false)
  expect(isLive({ status: 'PENDING', totalFiles: 2 })).toBe(true)
  expect(isLive({ status: 'EXECUTING', totalFiles: 2 })).toBe(true)
  expect(isLive({ status: 'STOPPED', totalFiles: 2 })).toBe(false)
})
