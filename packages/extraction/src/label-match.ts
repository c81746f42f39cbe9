import { type BusinessField, businessFields } from './business-fields.ts'
import { phraseMatch } from './phrases.ts'

/** How much a weak label counts against a label that can only mean one thing. */
const weakness = 0.8

/** How well a label names a business field, 0 to 1. */
export function fieldMatch(label: readonly string[], field: BusinessField): number {
  const strong = Math.max(0, ...field.labels.map((phrase) => phraseMatch(label, phrase)))
  const weak = Math.max(0, ...field.weakLabels.map((phrase) => phraseMatch(label, phrase)))
  return Math.max(strong, weak * weakness)
}

/** How well a label names the business field that it names best. */
export function bestFieldMatch(label: readonly string[]): number {
  return Math.max(0, ...businessFields.map((field) => fieldMatch(label, field)))
}
