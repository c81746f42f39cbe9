import { omitUndefined } from '@recto/omit-undefined'
import { expect, test } from 'vitest'
import { settleLookalikes } from './settle-lookalikes.ts'

/** A character in brackets is one that the network doubted: `[0O]` was read as 0 and may be O. */
function settle(text: string): string {
  return settleLookalikes(
    [...text.matchAll(/\[(.)(.)\]|(.)/g)].map(([, doubtedLetter, lookalike, sure]) => ({
      text: doubtedLetter ?? sure!,
      firstStep: 0,
      lastStep: 0,
      confidence: 0.9,
      spaceBefore: 0,
      ...omitUndefined({ lookalike: lookalike || undefined }),
    })),
  )
}

test('what the network is sure of stays, whatever stands beside it', () => {
  expect(settle('INV0ICE')).toBe('INV0ICE')
  expect(settle('4O5')).toBe('4O5')
})

test('a doubt is settled by letters or by digits, and stays where both or too few stand', () => {
  expect(settle('INV[0O]ICE')).toBe('INVOICE')
  expect(settle('475[O0][O0]')).toBe('47500')
  expect(settle('A[0O]4')).toBe('A04')
  expect(settle('B[0O]')).toBe('B0')
})

test('neighbours beyond a mark do not count', () => {
  expect(settle('TOTAL:[O0]')).toBe('TOTAL:O')
})
