import { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue
type Sentences = { readonly [code: string]: ((issue: RawIssue) => string | undefined) | undefined }

/**
 * From here on, what a schema finds wrong is said in sentences for the person who filled the field. A schema that
 * has words of its own keeps them. The library’s own words name types and patterns, which are nobody’s business.
 */
export function speakInSentences(): void {
  z.config({ localeError: sayIssue })
}

/** What is wrong with a value, as a sentence that stands at its field. */
function sayIssue(issue: RawIssue): string {
  return sentences[issue.code]?.(issue) ?? 'This value is not valid.'
}

const sentences: Sentences = {
  invalid_type: ({ input, expected }) => {
    if (input === undefined) return 'This field is required.'
    if (input === null) return 'This field may not be null.'
    return kinds[String(expected)]
  },
  too_big: (issue) => saySize(issue, most),
  too_small: (issue) => saySize(issue, least),
  invalid_format: ({ format }) => formats[String(format)] ?? 'This does not have the right form.',
  not_multiple_of: ({ divisor }) => `This must be a multiple of ${divisor}.`,
  unrecognized_keys: ({ keys }) => `${quoted(keys as readonly string[])} is not known here.`,
  invalid_key: () => 'A name in here is not valid.',
  invalid_element: () => 'An entry in here is not valid.',
  invalid_union: ({ errors }) => tellingIssue(errors as Branches<z.core.$ZodIssue>)?.message,
}

const kinds: Readonly<Record<string, string>> = {
  string: 'This must be a text.',
  number: 'A valid number is required.',
  int: 'A valid integer is required.',
  bigint: 'A valid integer is required.',
  boolean: 'This must be true or false.',
  date: 'This is not a date.',
  array: 'This must be a list.',
  set: 'This must be a list.',
  object: 'This must be an object with named fields.',
  record: 'This must be an object with named fields.',
  file: 'This must be a file.',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'This is not a valid id.',
  email: 'Enter a valid e-mail address.',
  url: 'Enter a valid URL.',
  date: 'Enter a date such as 2026-01-31.',
  datetime: 'Enter a date and time such as 2026-01-31T09:30:00Z.',
  time: 'Enter a time such as 09:30.',
  regex: 'This has characters or a form that are not allowed here.',
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

type Bound = {
  readonly key: 'minimum' | 'maximum'
  say(amount: string): string
  number: NumberWords
}
type NumberWords = { readonly inclusive: string; readonly exclusive: string }

const most: Bound = {
  key: 'maximum',
  say: (amount) => `At most ${amount} are allowed.`,
  number: { inclusive: 'at most', exclusive: 'less than' },
}

const least: Bound = {
  key: 'minimum',
  say: (amount) => `At least ${amount} are needed.`,
  number: { inclusive: 'at least', exclusive: 'more than' },
}

function saySize(issue: RawIssue, { key, say, number }: Bound): string {
  const { origin, exact, inclusive } = issue
  const bound = String(issue[key])
  const unit = units[String(origin)]
  if (!unit) return `This must be ${number[inclusive ? 'inclusive' : 'exclusive']} ${bound}.`
  const [one, many] = unit
  const amount = `${bound} ${bound === '1' ? one : many}`
  if (exact) return `Exactly ${amount} are needed.`
  return bound === '1' ? say(amount).replace(' are ', ' is ') : say(amount)
}

type Branches<I> = readonly (readonly I[])[]

/** A branch that finds a fault within says more than one of the right type, and that one more than one of the wrong type. */
export function tellingIssue<I extends Pick<z.core.$ZodIssue, 'code' | 'path'>>(
  branches: Branches<I>,
): I | undefined {
  const issues = branches.flat()
  return (
    issues.find(({ path }) => path.length > 0) ??
    issues.find(({ code }) => code !== 'invalid_type') ??
    issues[0]
  )
}

const quoted = (keys: readonly string[]) => keys.map((key) => `“${key.slice(0, 60)}”`).join(', ')
