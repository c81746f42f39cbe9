import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { findLabelValues } from './label-values.ts'
import { toPhrase } from './phrases.ts'

function describePairs(text: string, vocabulary: readonly string[] = []) {
  const pairs = findLabelValues(monospacedDocument(text), vocabulary.map(toPhrase))
  return pairs.map(({ label, value, relation }) => `${relation}: ${label.text} = ${value.text}`)
}

describe('finds a value', () => {
  test('after a colon, also with several pairs on one line', () => {
    expect(describePairs('Guest name: Mira Okafor')).toEqual([
      'after-colon: Guest name = Mira Okafor',
    ])
    expect(describePairs('Open Bank - Holder: Mira Okafor - Place: Leeds')).toEqual([
      'after-colon: Holder = Mira Okafor',
      'after-colon: Place = Leeds',
    ])
  })

  test('to the right of its label, and at the end of a row of numbers', () => {
    expect(describePairs('Booked nights     3')).toEqual(['right: Booked nights = 3'])
    expect(describePairs('Room charges     3     80.00     240.00')).toContain(
      'row-end: Room charges = 240.00',
    )
  })

  test('after its label without any separator', () => {
    expect(describePairs('Facture n° 2026-117')).toEqual(['inline: Facture n° = 2026-117'])
    expect(describePairs('BIC TRWBGB2L')).toEqual(['inline: BIC = TRWBGB2L'])
    expect(describePairs('Wing Atlantic', ['wing'])).toEqual(['inline: Wing = Atlantic'])
  })

  test('below its label, when the next label is to the right', () => {
    const pairs = describePairs(`
Check in       Check out      Nights
12/03/2026     15/03/2026     3
`)

    expect(pairs).toEqual([
      'below: Check in = 12/03/2026',
      'below: Check out = 15/03/2026',
      'below: Nights = 3',
    ])
  })

  test('in the middle of a sentence, for known labels', () => {
    expect(describePairs('We thank you for paying invoice number 4711 in time.')).toContain(
      'in-sentence: invoice number = 4711 in time.',
    )
  })
})

test('does not split at the colon of a time or a URL, and does not return a label as a value', () => {
  expect(describePairs('Opens at 10:30 daily')).not.toContainEqual(
    expect.stringContaining('after-colon'),
  )
  expect(describePairs('see https://recto.example/terms')).toEqual([])
  expect(describePairs('Invoice date:     Due date:')).toEqual([])
  expect(describePairs('')).toEqual([])
})
