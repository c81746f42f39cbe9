import { expect, test } from 'vitest'
import { formatDuration, formatSize } from './measures.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [15, '15 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [4444, '4.34 KB'],
  [5 * 1024 ** 3, '5 GB'],
  [3 * 1024 ** 6, '3,072 PB'],
])('%d bytes are %s', (bytes, words) => expect(formatSize(bytes)).toBe(words))

test.each([
  [0, '0 s'],
  [0.004, '< 0.1 s'],
  [0.21, '0.2 s'],
  [7, '7 s'],
  [59.94, '59.9 s'],
  [59.96, '1 min'],
  [67.2, '1 min 7 s'],
  [3599.7, '1 h'],
  [22_500, '6 h 15 min'],
  [4_500_000, '1,250 h'],
])('%d seconds are %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words))
