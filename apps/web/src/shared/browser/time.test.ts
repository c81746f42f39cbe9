import { expect, test } from 'vitest'
import { exactTime, relativeTime } from './time.ts'

test('times are US dates with seconds, twelve hours to the half day [SH-081]', () => {
  expect(exactTime(new Date(2026, 5, 3, 21, 5, 9))).toMatch(/^6\/3\/2026, 9:05:09\sPM$/)
})

test('lists say how long ago', () => {
  const now = Date.UTC(2026, 5, 3, 12)

  expect(relativeTime(now - 20_000, now)).toBe('just now')
  expect(relativeTime(now - 3 * 3_600_000, now)).toBe('3 hours ago')
  expect(relativeTime(now - 86_400_000, now)).toBe('yesterday')
})
