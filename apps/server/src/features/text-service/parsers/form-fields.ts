import { invalid } from '../../../platform/app-error.ts'

const hasEffect = (value: unknown) =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    (typeof value === 'string' &&
      ['', 'false', 'none', 'null', '0'].includes(value.toLowerCase())) ||
    (Array.isArray(value) && value.length === 0)
  )

type FieldSupport = {
  readonly fields: Readonly<Record<string, unknown>>
  /** Fields that are implemented, or that make no difference here. */
  readonly supportedFields: readonly string[]
}

/**
 * Rejects fields that have no equivalent here, because the result would not show that they were
 * ignored.
 */
export function rejectUnsupportedFields({ fields, supportedFields }: FieldSupport): void {
  for (const [name, value] of Object.entries(fields)) {
    const fieldName = name.replace(/\[\]$/, '')
    if (!supportedFields.includes(fieldName) && hasEffect(value)) {
      throw invalid(fieldName.slice(0, 100), 'This option is not supported.')
    }
  }
}

/**
 * Returns the values of nested objects under names such as `page_ranges.max_pages`. An object below a
 * supported name stays whole.
 */
export function flattenFields(
  fields: Readonly<Record<string, unknown>>,
  supportedFields: readonly string[],
  prefix = '',
): Record<string, unknown> {
  return Object.assign(
    {},
    ...Object.entries(fields).map(([name, value]) => {
      const path = `${prefix}${name}`
      const isWhole = !isRecord(value) || supportedFields.includes(path)
      return isWhole ? { [path]: value } : flattenFields(value, supportedFields, `${path}.`)
    }),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Splits the values of a field that may be repeated, or contain several values separated by commas
 * or plus signs.
 */
export const splitFieldValues = (value: string | readonly string[] | undefined): string[] =>
  [value ?? []]
    .flat()
    .flatMap((text) => text.split(/[,+]/))
    .map((text) => text.trim())
    .filter(Boolean)

/** Renames fields that clients send as `name[]` to `name`. */
export const withoutBrackets = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replace(/\[\]$/, ''), value]),
  )
