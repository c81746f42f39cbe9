import { type BusinessField, businessFields } from './business-fields.ts'
import { nameOfPhrase, shareMatch, windows } from './phrases.ts'

/** How much a weak label counts against a label that can only mean one thing. */
const weakness = 0.8

type Meaning = { readonly field: string; readonly weight: number }

/** What each phrase of the dictionary names. */
const meanings: ReadonlyMap<string, readonly Meaning[]> = Map.groupBy(
  businessFields.flatMap(({ name, labels, weakLabels }) => [
    ...labels.map((phrase) => ({ field: name, weight: 1, phrase: nameOfPhrase(phrase) })),
    ...weakLabels.map((phrase) => ({
      field: name,
      weight: weakness,
      phrase: nameOfPhrase(phrase),
    })),
  ]),
  ({ phrase }) => phrase,
)

const maxPhraseWords = 6

/** How well a label names business fields, by their names: 0 to 1. */
export function fieldMatches(label: readonly string[]): ReadonlyMap<string, number> {
  const matches = new Map<string, number>()
  const lengths = Array.from({ length: Math.min(label.length, maxPhraseWords) }, (_, i) => i + 1)
  for (const window of lengths.flatMap((length) => windows(label, length))) {
    for (const { field, weight } of meanings.get(nameOfPhrase(window)) ?? []) {
      const match = weight * shareMatch(window.length, label.length)
      matches.set(field, Math.max(match, matches.get(field) ?? 0))
    }
  }
  return matches
}

/** How well a label names one business field, 0 to 1. */
export function fieldMatch(label: readonly string[], field: BusinessField): number {
  return fieldMatches(label).get(field.name) ?? 0
}
