import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [4444, '4.34 KB'],
  [5 * 1024 ** 3, '5 GB'],
  [3 * 1024 ** 6, '3,072 PB'],
])('%d bytes are %s', (bytes, words) => expect(formatSize(bytes)).toBe(words))
