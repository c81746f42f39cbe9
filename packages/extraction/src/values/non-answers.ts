import { wordsOf } from './fold.ts'

/** Phrases that models use instead of NA. */
const unknownPhrases = new Set([
  'na',
  'n a',
  'null',
  'none',
  'nil',
  'unknown',
  'unclear',
  'undefined',
  'no idea',
  'no answer',
  'no information',
  'i do not know',
  'i don t know',
  'not known',
  'not clear',
  'not sure',
  'not given',
  'not found',
  'not stated',
  'not specified',
  'not mentioned',
  'not available',
  'not applicable',
  'cannot be determined',
  'cannot determine',
])

/**
 * Whether a text only states that the answer is unknown. Do not apply it to text questions, whose
 * answer may be one of these phrases.
 */
export const meansUnknown = (text: string): boolean =>
  text.length < 40 && unknownPhrases.has(wordsOf(text).join(' '))

const letterOrDigit = /[\p{L}\p{N}]/u

/** Whether a text has neither letters nor digits, such as the text of a blank page. */
export const isBlankText = (text: string): boolean => !letterOrDigit.test(text)

/**
 * Replaces a masking placeholder that a model made up: a Unicode noncharacter, reserved for
 * internal use and never present in a document.
 */
export const fabricatedPlaceholder = '\uFDD0'

/** Whether a value is a text that contains a made-up placeholder. */
export const hasFabricatedPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(fabricatedPlaceholder)
