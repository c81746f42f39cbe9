import type { OutputUnit } from '@cfworker/json-schema'

const WRONG_ADDRESS = 'Write a web address such as https://models.example.org/v1.'
const kinds: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  integer: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Enter a list.',
  object: 'Enter named values.',
}

/** Describes a validation failure for users; the library's messages name types and patterns. */
export function describeFailure({ keyword, error }: Pick<OutputUnit, 'keyword' | 'error'>): string {
  // The bound is the last word, as in “String is too short (1 < 2).”
  const bound = error.slice(0, -1).replaceAll(')', '').split(' ').at(-1)
  switch (keyword) {
    case 'type':
      return kinds[error.match(/Expected "(\w+)"/)?.[1] ?? ''] ?? 'This value is not valid.'
    case 'format':
      return /"ur[il]"/.test(error) ? WRONG_ADDRESS : 'This does not have the right form.'
    case 'pattern':
      return 'This does not have the form that is wanted here.'
    case 'enum':
    case 'const':
      return 'Choose one of the offered values.'
    case 'minimum':
      return `Enter ${bound} or more.`
    case 'maximum':
      return `Enter ${bound} or less.`
    case 'exclusiveMinimum':
      return `Enter more than ${bound}.`
    case 'exclusiveMaximum':
      return `Enter less than ${bound}.`
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
      return 'An entry stands here twice.'
    default:
      return 'This value is not valid.'
  }
}
