import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { labelValues } from './label-values.ts'
import { phraseOf } from './phrases.ts'

function pairsOf(text: string, vocabulary: readonly string[] = []) {
  const found = labelValues(monospacedDocument(text), vocabulary.map(phraseOf))
  return found.map(({ label, value, relation }) => `${relation}: ${label.text} = ${value.text}`)
}

describe('finds a value', () => {
  test('after a colon, also when several pairs share a line', () => {
    expect(pairsOf('Guest name: Mira Okafor')).toEqual(['after-colon: Guest name = Mira Okafor'])
    expect(pairsOf('Open Bank - Holder: Mira Okafor - Place: Leeds')).toEqual([
      'after-colon: Holder = Mira Okafor',
      'after-colon: Place = Leeds',
    ])
  })

  test('to the right of its label, and at the end of a row of numbers', () => {
    expect(pairsOf('Booked nights     3')).toEqual(['right: Booked nights = 3'])
    expect(pairsOf('Room charges     3     80.00     240.00')).toContain(
      'row-end: Room charges = 240.00',
    )
  })

  test('after its label without any mark between them', () => {
    expect(pairsOf('Facture n° 2026-117')).toEqual(['inline: Facture n° = 2026-117'])
    expect(pairsOf('BIC TRWBGB2L')).toEqual(['inline: BIC = TRWBGB2L'])
    expect(pairsOf('Wing Atlantic', ['wing'])).toEqual(['inline: Wing = Atlantic'])
  })

  test('under its label, when the next label stands beside it', () => {
    const found = pairsOf(`
Check in       Check out      Nights
12/03/2026     15/03/2026     3
`)

    expect(found).toEqual([
      'below: Check in = 12/03/2026',
      'below: Check out = 15/03/2026',
      'below: Nights = 3',
    ])
  })

  test('in the middle of a sentence, for labels that are known', () => {
    expect(pairsOf('We thank you for paying invoice number 4711 in time.')).toContain(
      'in-sentence: invoice number = 4711 in time.',
    )
  })
})

test('parts nothing at the colon of a time or of an address, and takes no label for a value', () => {
  expect(pairsOf('Opens at 10:30 daily')).not.toContainEqual(expect.stringContaining('after-colon'))
  expect(pairsOf('see https://recto.example/terms')).toEqual([])
  expect(pairsOf('Invoice date:     Due date:')).toEqual([])
  expect(pairsOf('')).toEqual([])
})
