import { expect, test } from 'vitest'
import { photographedReceipts } from './photographed-receipts.ts'

const textOf = (words: readonly { readonly text: string }[]) =>
  words.map(({ text }) => text).join(' ')

test.each(['open', 'kept'] as const)(
  'receipts of the %s half contain the read text of each field, sometimes differ from the print, and are deterministic',
  (half) => {
    const receipts = photographedReceipts(half, 7, 40)
    const fields = receipts.flatMap(({ text, printedFields, takeFields }) => {
      const wholeText = textOf(text.pages.flatMap(({ words }) => words))
      return (['company', 'date', 'total'] as const).map((field) => ({
        isSaid: wholeText.includes(takeFields[field].split(' ')[0] ?? ''),
        isRight: printedFields[field] === takeFields[field],
      }))
    })

    expect(fields.filter(({ isSaid }) => !isSaid)).toEqual([])
    expect(new Set(fields.map(({ isRight }) => isRight))).toEqual(new Set([true, false]))
    expect(photographedReceipts(half, 7, 40)).toEqual(receipts)
  },
)
