import { expect, test } from 'vitest'
import { isLive, percentOf } from './progress.ts'

const counts = (total_files: number, successful_files: number, failed_files: number) => ({
  total_files,
  successful_files,
  failed_files,
})

test('progress counts what succeeded and what failed, rounded; nothing of nothing is nothing [EX-025]', () => {
  expect(percentOf(counts(3, 1, 1))).toBe(67)
  expect(percentOf(counts(3, 3, 0))).toBe(100)
  expect(percentOf(counts(0, 0, 0))).toBe(0)
})

test('an execution that never got its files is not under way [EX-021 EX-024]', () => {
  expect(isLive({ status: 'PENDING', total_files: 0 })).toBe(false)
  expect(isLive({ status: 'PENDING', total_files: 2 })).toBe(true)
  expect(isLive({ status: 'EXECUTING', total_files: 2 })).toBe(true)
  expect(isLive({ status: 'STOPPED', total_files: 2 })).toBe(false)
})
