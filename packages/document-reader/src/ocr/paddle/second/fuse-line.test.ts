import { expect, test } from 'vitest'
import type { Character } from '../decode-ctc.ts'
import { fuseLine } from './fuse-line.ts'
import { charactersOf } from './second-reading.ts'

const alphabet = new Set([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:é'])

type Doubt = { readonly at: number; readonly confidence: number; readonly or?: [string, number] }

/** A line of which every letter is three steps wide. */
function firstReading(text: string, ...doubts: readonly Doubt[]): Character[] {
  return [...text].map((letter, i) => {
    const doubt = doubts.find(({ at: index }) => index === i)
    const alternatives = new Map(doubt?.or ? [doubt.or] : [])
    const confidence = doubt?.confidence ?? 0.99
    return {
      text: letter,
      firstStep: i * 3,
      lastStep: i * 3,
      confidence,
      spaceBefore: 0,
      considered: alternatives,
    }
  })
}

/** Words whose letters are as wide as those of the first reading. */
function secondReading(confidence: number, ...words: readonly string[]) {
  let index = 0
  const placedCharacters = words.map((text) => {
    const start = index
    index += [...text].length * 3
    return { text, confidence, box: [start, 0, index, 10] as const }
  })
  return charactersOf(placedCharacters, index)
}

function fuse(first: readonly Character[], second: ReturnType<typeof secondReading>) {
  const steps = first.length * 3
  return fuseLine({ first, second, alphabet, steps })
    .map(({ text }) => text)
    .join('')
}

test('what the first reading is sure of stays, however sure the second is of something else', () => {
  expect(fuse(firstReading('41.50'), secondReading(0.95, '47.50'))).toBe('41.50')
  expect(fuse(firstReading('Total'), secondReading(0.95, 'Tota'))).toBe('Total')
  expect(fuse(firstReading('Tot'), secondReading(0.95, 'Total'))).toBe('Tot')
})

test('a doubted letter becomes what the second reading has and the first had considered', () => {
  const doubtedText = firstReading('Tab1e', { at: 3, confidence: 0.6, or: ['l', 0.3] })

  expect(fuse(doubtedText, secondReading(0.9, 'Table'))).toBe('Table')
  expect(fuse(doubtedText, secondReading(0.9, 'Tabxe'))).toBe('Tab1e')
})

test('a digit among letters gives way more easily than one among digits', () => {
  const doubt = { at: 2, confidence: 0.85, or: ['O', 0.12] as [string, number] }

  expect(fuse(firstReading('IN0OICE', doubt), secondReading(0.8, 'INOOICE'))).toBe('INOOICE')
  expect(fuse(firstReading('12034', doubt), secondReading(0.8, '12O34'))).toBe('12034')
})

test('letters that the first reader cannot write come from a word on which both agree otherwise', () => {
  expect(fuse(firstReading('Grube'), secondReading(0.9, 'Grüße'))).toBe('Grüße')
  expect(fuse(firstReading('garcon'), secondReading(0.9, 'garçon'))).toBe('garçon')
  expect(fuse(firstReading('garcon'), secondReading(0.3, 'garçon'))).toBe('garcon')
  expect(fuse(firstReading('Mxyzt'), secondReading(0.9, 'Grüße'))).toBe('Mxyzt')
})

test('a sign of money is put in or put right beside an amount, and nowhere else', () => {
  expect(fuse(firstReading('12.50'), secondReading(0.9, '€12.50'))).toBe('€12.50')
  expect(fuse(firstReading('E12.50'), secondReading(0.9, '€12.50'))).toBe('€12.50')
  expect(fuse(firstReading('235,70E'), secondReading(0.9, '235,70', '€'))).toBe('235,70€')
  expect(fuse(firstReading('6'), secondReading(0.9, '€'))).toBe('6')
  expect(fuse(firstReading('Exit'), secondReading(0.9, '€xit'))).toBe('Exit')
})

test('a word that only the second reading has is put where it stands, if it is sure of it', () => {
  expect(fuse(firstReading('Due'), secondReading(0.95, 'Due', 'now'))).toBe('Duenow')
  expect(fuse(firstReading('Due'), secondReading(0.5, 'Due', 'now'))).toBe('Due')
})

test('spaces of the second reading are kept for whoever cuts the line', () => {
  const fusedLine = fuseLine({
    first: firstReading('TotalRM'),
    second: secondReading(0.9, 'Total', 'RM'),
    alphabet,
    steps: 21,
  })

  expect(fusedLine.map(({ parting: gap = 0 }) => Math.sign(gap))).toEqual([
    0, -1, -1, -1, -1, 1, -1,
  ])
})

test('Chinese is left alone', () => {
  expect(fuse(firstReading('金额E12'), secondReading(0.9, '€12'))).toBe('金额E12')
})
