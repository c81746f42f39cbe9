import { isContainer } from '@recto/exact-json/exact-number'
export type ValueChange = {
  /** Path in the form that people read. */
  readonly field: string
  /** The same path as a list of steps, starting with the field. */
  readonly steps: readonly Step[]
  readonly before: unknown
  readonly after: unknown
}

type Step = string | number
type ValuePath = { readonly path: string; readonly steps: readonly Step[] }
type Output = Readonly<Record<string, unknown>>

/** Maximum number of changes listed for one field; beyond that the whole field is one change. */
const maxParts = 50

/**
 * Returns the differences between two outputs: the changed parts of each field, or the whole field.
 */
export function compareOutputs(oldOutput: Output, newOutput: Output): ValueChange[] {
  const fields = [...new Set([...Object.keys(oldOutput), ...Object.keys(newOutput)])]
  return fields.flatMap((field) => {
    const valuePath = { path: field, steps: [field] }
    const parts = compare(valuePath, oldOutput[field], newOutput[field])
    if (parts.length <= maxParts) return parts
    return [
      { field, steps: [field], before: oldOutput[field] ?? null, after: newOutput[field] ?? null },
    ]
  })
}

function compare({ path, steps }: ValuePath, oldValue: unknown, newValue: unknown): ValueChange[] {
  if (isSame(oldValue, newValue)) return []
  const children = childrenOf(oldValue, newValue)
  if (!children) return [{ field: path, steps, before: oldValue ?? null, after: newValue ?? null }]
  const changes: ValueChange[] = []
  for (const [step, a, b] of children) {
    const name = typeof step === 'number' ? `[${step}]` : `.${step}`
    changes.push(...compare({ path: `${path}${name}`, steps: [...steps, step] }, a, b))
    if (changes.length > maxParts) break
  }
  return changes
}

type Children = readonly (readonly [step: Step, before: unknown, after: unknown])[]

/** Lists of different lengths have moved rows, so they are compared as a whole. */
function childrenOf(oldValue: unknown, newValue: unknown): Children | undefined {
  if (Array.isArray(oldValue) && Array.isArray(newValue)) {
    if (oldValue.length !== newValue.length) return undefined
    return oldValue.map((one, index) => [index, one, newValue[index]] as const)
  }
  if (!isRecord(oldValue) || !isRecord(newValue)) return undefined
  const keys = [...new Set([...Object.keys(oldValue), ...Object.keys(newValue)])]
  return keys.map((key) => [key, oldValue[key], newValue[key]] as const)
}

const isRecord = (value: unknown): value is Output => isContainer(value) && !Array.isArray(value)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
