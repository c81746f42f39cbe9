import type { ReplayedField, ReplayedRun } from './replayed.ts'

type Pair = readonly [before: ReplayedField | undefined, after: ReplayedField | undefined]

/** What may differ between two runs of one field. */
const parts = {
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
  /** Only what differs: what it was, and what it is. */
  readonly changes: Readonly<Partial<Record<keyof typeof parts, readonly [unknown, unknown]>>>
}

/** Field by field, in the order of the first run; a field of one run only differs in all that it has. */
export function compareRuns(before: ReplayedRun, after: ReplayedRun): readonly ComparedField[] {
  const keys = new Set([...before.fields, ...after.fields].map(({ key }) => key))
  const find = ({ fields }: ReplayedRun, key: string) => fields.find((field) => field.key === key)
  return [...keys].map((key) => ({
    key,
    changes: changesOf([find(before, key), find(after, key)]),
  }))
}

function changesOf([before, after]: Pair): ComparedField['changes'] {
  const changes = Object.entries(parts).flatMap(([name, part]) => {
    const [was, is] = [before && part(before), after && part(after)]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[name, [was ?? null, is ?? null]]]
  })
  return Object.fromEntries(changes)
}
