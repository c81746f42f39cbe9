import { expect, test } from 'vitest'
import { exactTime, relativeTime, timeUntil } from './time.ts'

test('times are US dates with seconds, twelve hours to the half day [SH-081]', () => {
  expect(exactTime(new Date(2026, 5, 3, 21, 5, 9))).toMatch(/^6\/3\/2026, 9:05:09\sPM$/)
})

test('lists say how long ago', () => {
  const now = Date.UTC(2026, 5, 3, 12)

  expect(relativeTime(now - 20_000, now)).toBe('just now')
  expect(relativeTime(now - 3 * 3_600_000, now)).toBe('3 hours ago')
  expect(relativeTime(now - 86_400_000, now)).toBe('yesterday')
})

test('what is planned is never just now, and is due once its time has come', () => {
  const now = Date.UTC(2026, 5, 3, 12)

  expect(timeUntil(now + 20_000, now)).toBe('in less than a minute')
  expect(timeUntil(now + 5 * 60_000, now)).toBe('in 5 minutes')
  expect(timeUntil(now + 86_400_000, now)).toBe('tomorrow')
  expect(timeUntil(now - 20_000, now)).toBe('is due')
  // The clock of the server may be ahead of that of the browser.
  expect(relativeTime(now + 2000, now)).toBe('just now')
})
