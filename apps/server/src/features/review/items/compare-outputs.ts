export type ValueChange = {
  /** Path in the form that people read. */
  readonly field: string
  /** The same path as a list of steps, starting with the field. */
  readonly steps: readonly Step[]
  readonly before: unknown
  readonly after: unknown
}

type Step = string | number
type Place = { readonly path: string; readonly steps: readonly Step[] }
type Output = Readonly<Record<string, unknown>>

/** Maximum number of changes listed for one field; beyond that the whole field is one change. */
const mostParts = 50

/**
 * Returns the differences between two outputs: the changed parts of each field, or the whole field.
 */
export function compareOutputs(before: Output, after: Output): ValueChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.flatMap((field) => {
    const place = { path: field, steps: [field] }
    const parts = compare(place, before[field], after[field])
    if (parts.length <= mostParts) return parts
    return [{ field, steps: [field], before: before[field] ?? null, after: after[field] ?? null }]
  })
}

function compare({ path, steps }: Place, before: unknown, after: unknown): ValueChange[] {
  if (isSame(before, after)) return []
  const both = childrenOf(before, after)
  if (!both) return [{ field: path, steps, before: before ?? null, after: after ?? null }]
  const changes: ValueChange[] = []
  for (const [step, a, b] of both) {
    const name = typeof step === 'number' ? `[${step}]` : `.${step}`
    changes.push(...compare({ path: `${path}${name}`, steps: [...steps, step] }, a, b))
    if (changes.length > mostParts) break
  }
  return changes
}

type Children = readonly (readonly [step: Step, before: unknown, after: unknown])[]

/** Lists of different lengths have moved rows, so they are compared as a whole. */
function childrenOf(before: unknown, after: unknown): Children | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return undefined
    return before.map((one, index) => [index, one, after[index]] as const)
  }
  if (!isRecord(before) || !isRecord(after)) return undefined
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.map((key) => [key, before[key], after[key]] as const)
}

const isRecord = (value: unknown): value is Output =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
