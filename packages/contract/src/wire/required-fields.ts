/** How much of a field has to be there: every entry, or one of them. */
export type RequiredMode = 'all' | 'any'

type RequiredFieldsCheck = {
  readonly output: Readonly<Record<string, unknown>>
  readonly required: Readonly<Record<string, RequiredMode>>
}

/**
 * Returns the reason why a reviewed result cannot be finished yet, as a message for reviewers, or
 * `undefined` if it can. The page checks this before it sends, and the server checks it again.
 */
export function findMissingField({ output, required }: RequiredFieldsCheck): string | undefined {
  for (const [field, mode] of Object.entries(required)) {
    const value = output[field]
    const problem = mode === 'all' ? missingOfAll(field, value) : missingOfAny(field, value)
    if (problem) return problem
  }
  return undefined
}

/** Null and empty texts are none; a list or an object has entries, and all of them are valid. */
export function isValidValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (typeof value !== 'object') return true
  const entries = Object.values(value)
  return entries.length > 0 && entries.every(isValidValue)
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const empty = (field: string, path: string) =>
  `The required field "${field}" cannot be empty at path "${path}".`

function missingOfAll(field: string, value: unknown): string | undefined {
  if (isNothing(value)) return empty(field, field)
  const path = findInvalidPath(value, field)
  return path && `The required field "${field}" must have all valid entries at path "${path}".`
}

function missingOfAny(field: string, value: unknown): string | undefined {
  if (isNothing(value)) return empty(field, field)
  if (hasValid(value)) return undefined
  return `The required field "${field}" must have at least one valid entry at path "${field}".`
}

function hasValid(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return isValidValue(value)
  return Object.values(value).some(hasValid)
}

/** Returns the path of the first invalid entry. */
function findInvalidPath(value: unknown, path: string): string | undefined {
  if (isNothing(value)) return path
  if (value === null || typeof value !== 'object') return undefined
  for (const [name, part] of Object.entries(value)) {
    const invalidPath = findInvalidPath(
      part,
      Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`,
    )
    if (invalidPath) return invalidPath
  }
  return undefined
}
