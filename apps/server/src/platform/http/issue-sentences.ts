import { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue
type SentenceByCode = {
  readonly [code: string]: ((issue: RawIssue) => string | undefined) | undefined
}

/**
 * Configures zod to report issues in sentences for the person who filled the field. Schemas with
 * their own messages keep them. The library's default messages mention types and patterns.
 */
export function configureIssueSentences(): void {
  z.config({ localeError: describeRawIssue })
}

const sentenceByType: Readonly<Record<string, string>> = {
  string: 'This must be text.',
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

const sentenceByFormat: Readonly<Record<string, string>> = {
  uuid: 'This is not a valid ID.',
  email: 'Enter a valid email address.',
  url: 'Enter a valid URL.',
  date: 'Enter a date such as 2026-01-31.',
  datetime: 'Enter a date and time such as 2026-01-31T09:30:00Z.',
  time: 'Enter a time such as 09:30.',
  regex: 'This contains characters that are not allowed, or has the wrong format.',
}

const maximum: SizeBound = {
  key: 'maximum',
  describe: (amount) => `At most ${amount} are allowed.`,
  number: { inclusive: 'at most', exclusive: 'less than' },
}

const minimum: SizeBound = {
  key: 'minimum',
  describe: (amount) => `At least ${amount} are required.`,
  number: { inclusive: 'at least', exclusive: 'more than' },
}

const quoteKeys = (keys: readonly string[]) => keys.map((key) => `“${key.slice(0, 60)}”`).join(', ')

const sentenceByCode: SentenceByCode = {
  invalid_type: ({ input, expected }) => {
    if (input === undefined) return 'This field is required.'
    if (input === null) return 'This field may not be null.'
    return sentenceByType[String(expected)]
  },
  too_big: (issue) => describeSizeIssue(issue, maximum),
  too_small: (issue) => describeSizeIssue(issue, minimum),
  invalid_format: ({ format }) => sentenceByFormat[String(format)] ?? 'The format is not valid.',
  not_multiple_of: ({ divisor }) => `This must be a multiple of ${divisor}.`,
  unrecognized_keys: ({ keys }) =>
    `Unknown field${(keys as readonly string[]).length === 1 ? '' : 's'}: ${quoteKeys(keys as readonly string[])}.`,
  invalid_key: () => 'One of the names is not valid.',
  invalid_element: () => 'One of the entries is not valid.',
  invalid_union: ({ errors }) => findBestIssue(errors as UnionBranches<z.core.$ZodIssue>)?.message,
}

/** Describes an issue as a sentence to be shown at its field. */
function describeRawIssue(issue: RawIssue): string {
  return sentenceByCode[issue.code]?.(issue) ?? 'This value is not valid.'
}

const unitsByOrigin: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

type SizeBound = {
  readonly key: 'minimum' | 'maximum'
  describe(amount: string): string
  number: NumberWords
}
type NumberWords = { readonly inclusive: string; readonly exclusive: string }

function describeSizeIssue(issue: RawIssue, { key, describe, number }: SizeBound): string {
  const { origin, exact, inclusive } = issue
  const bound = String(issue[key])
  const unit = unitsByOrigin[String(origin)]
  if (!unit) return `This must be ${number[inclusive ? 'inclusive' : 'exclusive']} ${bound}.`
  const [singular, plural] = unit
  const amount = `${bound} ${bound === '1' ? singular : plural}`
  if (exact) return `Exactly ${amount} are required.`
  return bound === '1' ? describe(amount).replace(' are ', ' is ') : describe(amount)
}

type UnionBranches<I> = readonly (readonly I[])[]

/**
 * Picks the issue of a union that explains most: an issue inside a branch, else one that is not
 * about the type, else the first.
 */
export function findBestIssue<I extends Pick<z.core.$ZodIssue, 'code' | 'path'>>(
  branches: UnionBranches<I>,
): I | undefined {
  const issues = branches.flat()
  return (
    issues.find(({ path }) => path.length > 0) ??
    issues.find(({ code }) => code !== 'invalid_type') ??
    issues[0]
  )
}
