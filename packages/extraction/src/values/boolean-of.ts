import { wordsInAll } from '../vocabulary/languages.ts'
import { fold } from './fold.ts'

const yes = new Set([...wordsInAll('yes').map(fold), 'x', '☒', '☑', '✓', '✔', '[x]', '(x)'])
const no = new Set([...wordsInAll('no').map(fold), '☐', '[]', '()', '□'])

/** Whether a word says yes (`true`), no (`false`) or neither. A ticked box says yes. */
export function booleanOf(word: string): boolean | undefined {
  const folded = fold(word).replace(/^[:.,;]+|(?<![:.,;])[:.,;]+$/g, '')
  if (yes.has(folded)) return true
  return no.has(folded) ? false : undefined
}
