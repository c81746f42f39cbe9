/**
 * Where a text is shown, and the names that tell so: attributes and properties that a page shows, functions that
 * raise alerts, and functions that make errors.
 */
export type TextKind =
  | 'jsx'
  | 'attribute'
  | 'property'
  | 'alert'
  | 'error'
  | 'mail'
  | 'output'
  | 'settings'
  | 'sentence'

const shownNames = new Set([
  'alt',
  'categoryTitle',
  'detail',
  'empty',
  'emptyText',
  'explanation',
  'extra',
  'failed',
  'fallback',
  'group',
  'heading',
  'help',
  'hint',
  'message',
  'note',
  'notFoundContent',
  'noun',
  'panelName',
  'placeholder',
  'purpose',
  'reason',
  'saved',
  'subject',
  'summary',
  'text',
  'tooltip',
  'unauthorised',
  'unreachable',
])
const shownEndings =
  /(?:title|label|text|message|placeholder|description|tooltip|hint|caption)(?:forhandle)?$/i

export const isShownName = (name: string) => shownNames.has(name) || shownEndings.test(name)

const alerts = new Set([
  'confirm',
  'failure',
  'hint',
  'iconTab',
  'info',
  'success',
  'successWithUndo',
  'usePageTitle',
  'warn',
  'warning',
])

export const isAlert = (name: string) => alerts.has(name)

/** Functions that make an error of the message they are given. */
const errorMakers = new Set([
  'badGateway',
  'badRequest',
  'conflict',
  'failure',
  'forbidden',
  'invalid',
  'legacyRefusal',
  'notFoundWithText',
  'refusal',
  'refuse',
  'tooLarge',
  'tooMany',
  'tooManyRequests',
  'unavailable',
  'StartRefused',
])
/** These report mistakes of the program, which a person meets only in a log. */
const internalErrors = new Set(['Error', 'RangeError', 'SyntaxError', 'TypeError'])

export const makesError = (name: string) =>
  errorMakers.has(name) || (name.endsWith('Error') && !internalErrors.has(name))

export const isInternalError = (name: string) => internalErrors.has(name)

/** Functions whose arguments are searched for, compared or logged, and not shown. */
const hiddenCalls = new Set([
  'debug',
  'endsWith',
  'includes',
  'indexOf',
  'match',
  'navigate',
  'replace',
  'replaceAll',
  'split',
  'startsWith',
])

export const hidesArguments = (name: string) => hiddenCalls.has(name)
