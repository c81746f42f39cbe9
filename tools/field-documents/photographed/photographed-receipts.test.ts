import { expect, test } from 'vitest'
import { photographedReceipts } from './photographed-receipts.ts'

const textOf = (words: readonly { readonly text: string }[]) =>
  words.map(({ text }) => text).join(' ')

test.each(['open', 'kept'] as const)(
  'receipts of the %s half say what was read of each field, now and then other than printed, and are the same each time',
  (half) => {
    const receipts = photographedReceipts(half, 7, 40)
    const fields = receipts.flatMap(({ text, printed, read }) => {
      const said = textOf(text.pages.flatMap(({ words }) => words))
      return (['company', 'date', 'total'] as const).map((field) => ({
        isSaid: said.includes(read[field].split(' ')[0] ?? ''),
        isRight: printed[field] === read[field],
      }))
    })

    expect(fields.filter(({ isSaid }) => !isSaid)).toEqual([])
    expect(new Set(fields.map(({ isRight }) => isRight))).toEqual(new Set([true, false]))
    expect(photographedReceipts(half, 7, 40)).toEqual(receipts)
  },
)
