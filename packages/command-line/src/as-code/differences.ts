import { isSame, isValues } from './values.ts'

export type FieldDifference = {
  /** The field, with dots. */
  readonly field: string
  /** Undefined where there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** The fields that identify an item of a list. */
const namesOfItems = ['prompt_key', 'profile_name'] as const

/** Lists the fields that differ. Items of lists that have names are compared by name. */
export function listDifferences(current: unknown, next: unknown, field = ''): FieldDifference[] {
  const beforeFields = toFields(current)
  const afterFields = toFields(next)
  if (!beforeFields || !afterFields) {
    return isSame(current, next) ? [] : [{ field, before: current, after: next }]
  }
  const names = new Set([...beforeFields.keys(), ...afterFields.keys()])
  return [...names]
    .sort()
    .flatMap((name) =>
      listDifferences(
        beforeFields.get(name),
        afterFields.get(name),
        field === '' ? name : `${field}.${name}`,
      ),
    )
}

/** Returns the fields of an object or the items of a list with names, or undefined. */
function toFields(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (isValues(value)) return new Map(Object.entries(value))
  if (!Array.isArray(value) || value.length === 0) return undefined
  const itemsWithNames = value.map((item) => [nameOfItem(item), item] as const)
  const fields = new Map(
    itemsWithNames.filter((pair): pair is [string, unknown] => pair[0] !== undefined),
  )
  return fields.size === value.length ? fields : undefined
}

function nameOfItem(item: unknown): string | undefined {
  if (!isValues(item)) return undefined
  const name = namesOfItems.map((field) => item[field]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name : undefined
}

const maxShown = 100

/** Writes a value on one line. */
export function showValue(value: unknown): string {
  if (value === undefined) return '(none)'
  const text = JSON.stringify(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}
