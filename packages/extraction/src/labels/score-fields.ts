import { type BusinessField, businessFields } from './business-fields.ts'
import { scoreWordShare, toPhraseKey, wordWindows } from './phrases.ts'

/** Weight of a weak label, relative to a label that can only mean one thing. */
const weakLabelWeight = 0.8

type FieldMeaning = { readonly field: string; readonly weight: number }

/** The fields that each phrase of the vocabulary names. */
const meaningsByPhrase: ReadonlyMap<string, readonly FieldMeaning[]> = Map.groupBy(
  businessFields.flatMap(({ name, labels, weakLabels }) => [
    ...labels.map((phrase) => ({ field: name, weight: 1, phrase: toPhraseKey(phrase) })),
    ...weakLabels.map((phrase) => ({
      field: name,
      weight: weakLabelWeight,
      phrase: toPhraseKey(phrase),
    })),
  ]),
  ({ phrase }) => phrase,
)

const maxPhraseWords = 6

/** Scores how well a label names each business field (0 to 1), by the name of the field. */
export function scoreFields(label: readonly string[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  const lengths = Array.from(
    { length: Math.min(label.length, maxPhraseWords) },
    (_, index) => index + 1,
  )
  for (const window of lengths.flatMap((length) => wordWindows(label, length))) {
    for (const { field, weight } of meaningsByPhrase.get(toPhraseKey(window)) ?? []) {
      const score = weight * scoreWordShare(window.length, label.length)
      scores.set(field, Math.max(score, scores.get(field) ?? 0))
    }
  }
  return scores
}

/** Scores how well a label names one business field, 0 to 1. */
export function scoreField(label: readonly string[], field: BusinessField): number {
  return scoreFields(label).get(field.name) ?? 0
}
