import { expect, test } from 'vitest'
import { joinNumbers } from './join-numbers.ts'

/** Letters of ten pixels. */
function word(text: string, x: number, y = 100) {
  return { text, box: [x, y, x + text.length * 10, y + 20] as const, confidence: 0.9 }
}
const textsOf = (...words: ReturnType<typeof word>[]) => joinNumbers(words).map(({ text }) => text)

test('a number after a full stop, a list number and a number on the next line stay apart', () => {
  expect(textsOf(word('2016.', 0), word('20', 64))).toEqual(['2016.', '20'])
  expect(textsOf(word('1.', 0), word('25', 34))).toEqual(['1.', '25'])
  expect(textsOf(word('6.', 400), word('00', 0, 130))).toEqual(['6.', '00'])
  expect(textsOf(word('No.', 0), word('38', 34))).toEqual(['No.', '38'])
})

test('a number that was cut behind its point is one word again', () => {
  expect(textsOf(word('RM1.', 0), word('38', 46), word('Cash', 90))).toEqual(['RM1.38', 'Cash'])
  expect(joinNumbers([word('1,', 0), word('240.50', 25)])).toEqual([
    { text: '1,240.50', box: [0, 100, 85, 120], confidence: expect.closeTo(0.9) },
  ])
})
