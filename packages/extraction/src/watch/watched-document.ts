/** Facts about the answer of a field. */
export type WatchedField = {
  readonly isEmpty: boolean
  /** Null if there is none. */
  readonly confidence: number | null
  /** Whether a check that speaks of it contradicts it. */
  readonly isContradicted: boolean
}

/** Facts about the reading of a document in production. */
export type WatchedDocument = {
  readonly id: string
  readonly fields: Readonly<Record<string, WatchedField>>
  readonly failedChecks: number
  readonly wasSentToReview: boolean
  /** Names of the fields that people corrected; null until its review is over, and if it had none. */
  readonly correctedFields: readonly string[] | null
  readonly seconds: number | null
  /** Null if no call of it has a known price. */
  readonly dollars: number | null
}

export const watchMeasures = [
  'empty',
  'confidence',
  'checks',
  'review',
  'corrections',
  'seconds',
  'dollars',
] as const
export type MeasureName = (typeof watchMeasures)[number]

/** One measure of one field, or of whole documents. */
export type WatchedSeries = { readonly field: string | null; readonly measure: MeasureName }

type Value = number | undefined

const toNumber = (isEvent: boolean): number => (isEvent ? 1 : 0)

const mean = (values: readonly number[]): Value =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

/** Values of whole documents; `undefined` for a document that has none. */
const documentValues: Readonly<Record<MeasureName, (document: WatchedDocument) => Value>> = {
  empty: ({ fields }) => mean(Object.values(fields).map(({ isEmpty }) => toNumber(isEmpty))),
  confidence: ({ fields }) =>
    mean(
      Object.values(fields)
        .map(({ isEmpty, confidence }) => (isEmpty ? null : confidence))
        .filter((confidence) => confidence !== null),
    ),
  checks: ({ failedChecks }) => toNumber(failedChecks > 0),
  review: ({ wasSentToReview }) => toNumber(wasSentToReview),
  corrections: ({ correctedFields }) =>
    correctedFields === null ? undefined : toNumber(correctedFields.length > 0),
  seconds: ({ seconds }) => seconds ?? undefined,
  dollars: ({ dollars }) => dollars ?? undefined,
}

type FieldValue = (field: WatchedField, document: WatchedDocument, name: string) => Value

const fieldValues: Readonly<Partial<Record<MeasureName, FieldValue>>> = {
  empty: ({ isEmpty }) => toNumber(isEmpty),
  confidence: ({ isEmpty, confidence }) => (isEmpty ? undefined : (confidence ?? undefined)),
  checks: ({ isContradicted }) => toNumber(isContradicted),
  corrections: (_, { correctedFields }, name) =>
    correctedFields === null ? undefined : toNumber(correctedFields.includes(name)),
}

/** Measures that each field has, in addition to those of whole documents. */
export const fieldMeasures = watchMeasures.filter((measure) => fieldValues[measure] !== undefined)

/** Returns the value of a document in a series; `undefined` if it has none. */
export function valueIn(document: WatchedDocument, { field, measure }: WatchedSeries): Value {
  if (field === null) return documentValues[measure](document)
  const watchedField = document.fields[field]
  return watchedField && fieldValues[measure]?.(watchedField, document, field)
}
