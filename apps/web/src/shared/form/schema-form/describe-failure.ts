import type { OutputUnit } from '@cfworker/json-schema'

const WRONG_ADDRESS = 'Enter a web address, such as https://models.example.org/v1.'
const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  integer: 'Enter a whole number.',
  boolean: 'Select yes or no.',
  array: 'Enter a list.',
  object: 'Enter names and values.',
}

/** Describes a validation failure for users; the library's messages name types and patterns. */
export function describeFailure({ keyword, error }: Pick<OutputUnit, 'keyword' | 'error'>): string {
  // The bound is the last word, as in “String is too short (1 < 2).”
  const bound = error.slice(0, -1).replaceAll(')', '').split(' ').at(-1)
  switch (keyword) {
    case 'type':
      return kinds[error.match(/Expected "(\w+)"/)?.[1] ?? ''] ?? 'This value is not valid.'
    case 'format':
      return /"ur[il]"/.test(error) ? WRONG_ADDRESS : 'The format of this value is not valid.'
    case 'pattern':
      return 'This value does not have the required format.'
    case 'enum':
    case 'const':
      return 'Select one of the available values.'
    case 'minimum':
      return `Enter ${bound} or more.`
    case 'maximum':
      return `Enter ${bound} or less.`
    case 'exclusiveMinimum':
      return `Enter a number greater than ${bound}.`
    case 'exclusiveMaximum':
      return `Enter a number less than ${bound}.`
    case 'multipleOf':
      return `Enter a multiple of ${bound}.`
    case 'minLength':
      return `At least ${bound} characters are needed.`
    case 'maxLength':
      return `At most ${bound} characters are allowed.`
    case 'minItems':
      return `At least ${bound} entries are needed.`
    case 'maxItems':
      return `At most ${bound} entries are allowed.`
    case 'uniqueItems':
      return 'Each entry must be unique.'
    default:
      return 'This value is not valid.'
  }
}
