import type { ReplayedField, ReplayedRun } from './replayed-run.ts'

type FieldPair = readonly [before: ReplayedField | undefined, after: ReplayedField | undefined]

/** The parts of a field that may differ between two runs. */
const comparedParts = {
  value: ({ value }: ReplayedField) => value,
  evidence: ({ evidence }: ReplayedField) => evidence,
  confidence: ({ confidence }: ReplayedField) => confidence,
  prompt: ({ prompt }: ReplayedField) => prompt,
  model: ({ model }: ReplayedField) => model ?? null,
  cost: ({ dollars }: ReplayedField) => dollars ?? null,
  error: ({ error }: ReplayedField) => error ?? null,
} as const

export type ComparedField = {
  readonly key: string
  /** The parts that differ, with both values. */
  readonly changes: Readonly<
    Partial<Record<keyof typeof comparedParts, readonly [unknown, unknown]>>
  >
}

/**
 * Compares field by field, in the order of the first run. A field that only one run has differs in
 * everything.
 */
export function compareRuns(first: ReplayedRun, second: ReplayedRun): readonly ComparedField[] {
  const keys = new Set([...first.fields, ...second.fields].map(({ key }) => key))
  const find = ({ fields }: ReplayedRun, key: string) => fields.find((field) => field.key === key)
  return [...keys].map((key) => ({
    key,
    changes: listChanges([find(first, key), find(second, key)]),
  }))
}

function listChanges([first, second]: FieldPair): ComparedField['changes'] {
  const changes = Object.entries(comparedParts)
    .map(([name, getPart]) => {
      const firstValue = first && getPart(first)
      const secondValue = second && getPart(second)
      return JSON.stringify(firstValue) === JSON.stringify(secondValue)
        ? undefined
        : ([name, [firstValue ?? null, secondValue ?? null]] as const)
    })
    .filter((value) => value !== undefined)
  return Object.fromEntries(changes)
}
