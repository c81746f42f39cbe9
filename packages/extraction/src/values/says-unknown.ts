import { wordsOf } from './fold.ts'

/** What models say in the place of NA. */
const sayings = new Set([
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

/** Whether a text only says that it does not know. A text that was asked for may be one of these itself. */
export const saysUnknown = (text: string): boolean =>
  text.length < 40 && sayings.has(wordsOf(text).join(' '))
