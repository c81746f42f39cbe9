import { isDeepStrictEqual } from 'node:util'
import type { Values } from './kind.ts'

export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a path of names, or undefined. */
export function valueAt(values: unknown, path: string): unknown {
  let value = values
  for (const name of path.split('.'))
    value = isValues(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

/** Returns a copy of the values with another value at the path; undefined removes it. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.')
  const { [name]: current, ...otherValues } = values
  const newValue =
    rest.length === 0 ? value : withValueAt(isValues(current) ? current : {}, rest.join('.'), value)
  return newValue === undefined ? otherValues : { ...otherValues, [name]: newValue }
}

/** Returns the fields with a value, with dots. Lists are one value. */
export function* listFields(values: Values, prefix = ''): Generator<readonly [string, unknown]> {
  for (const [name, value] of Object.entries(values)) {
    if (isValues(value)) yield* listFields(value, `${prefix}${name}.`)
    else yield [`${prefix}${name}`, value]
  }
}
