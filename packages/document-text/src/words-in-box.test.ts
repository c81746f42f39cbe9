import { expect, test } from 'vitest'
import { typePage } from './testing/type-page.ts'
import { wordsInBox } from './words-in-box.ts'

const page = typePage([
  { text: 'Total due 42.00', x: 50, y: 100 },
  { text: 'Paid', x: 50, y: 130 },
])
const [, due, amount, paidBox] = page.words.map(({ box }) => box)

test('a box takes the words that it covers by more than half, line by line', () => {
  const left = (due![0] + due![2]) / 2
  expect(wordsInBox(page, [left - 1, 0, 600, 200]).text).toBe('due 42.00')
  expect(wordsInBox(page, [left + 1, 0, 600, 200])).toEqual({ text: '42.00', boxes: [amount] })
  const all = wordsInBox(page, [0, 0, 600, 800])
  expect(all.text).toBe('Total due 42.00 Paid')
  expect(all.boxes).toHaveLength(2)
  expect(all.boxes[1]).toEqual(paidBox)
})

test('a box over nothing has no words, and neither has one without a size', () => {
  expect(wordsInBox(page, [400, 400, 500, 500])).toEqual({ text: '', boxes: [] })
  expect(wordsInBox(page, [310, 105, 310, 105])).toEqual({ text: '', boxes: [] })
})
