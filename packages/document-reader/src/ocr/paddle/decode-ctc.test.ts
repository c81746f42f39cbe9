import { expect, test } from 'vitest'
import { decodeCtc } from './decode-ctc.ts'
import { fitAlphabet, splitAlphabetLines } from './models/read-alphabet.ts'

const alphabet = fitAlphabet(splitAlphabetLines('A\nB\n1\n'), 5)!

/** One row of probabilities for each step, in the order of the alphabet. */
function steps(rows: readonly Record<string, number>[]) {
  const classes = alphabet.length
  const probabilities = new Float32Array(rows.length * classes)
  for (const [step, row] of rows.entries())
    for (const [text, probability] of Object.entries(row))
      probabilities[step * classes + alphabet.indexOf(text)] = probability
  return { count: rows.length, classes, probabilities }
}

test('the dictionary lacks its first and its last class: the blank and the space', () => {
  expect(alphabet).toEqual(['', 'A', 'B', '1', ' '])
})

test('repetitions are one character, unless a blank parts them', () => {
  const read = decodeCtc(
    steps([{ A: 0.7 }, { A: 0.9 }, { '': 0.9 }, { A: 0.8 }, { B: 0.6 }]),
    alphabet,
  )

  expect(read.map(({ text }) => text).join('')).toBe('AAB')
  expect(read[0]).toMatchObject({ firstStep: 0, lastStep: 1, confidence: expect.closeTo(0.9) })
  expect(read[1]).toMatchObject({ firstStep: 3, lastStep: 3 })
})

test('a space that the network merely considers is remembered, and so is one that it writes', () => {
  const read = decodeCtc(
    steps([
      { A: 0.9 },
      { '': 0.8, ' ': 0.2 },
      { '': 0.9, ' ': 0.1 },
      { B: 0.9 },
      { ' ': 0.9 },
      { '1': 0.9 },
      { A: 0.9 },
    ]),
    alphabet,
  )

  expect(read.map(({ text }) => text).join('')).toBe('AB1A')
  expect(read.map(({ spaceBefore }) => spaceBefore)).toEqual([
    0,
    expect.closeTo(0.2),
    expect.closeTo(0.9),
    0,
  ])
})

test('a picture of nothing has no characters', () => {
  expect(decodeCtc(steps([{ '': 1 }, { ' ': 1 }]), alphabet)).toEqual([])
})
