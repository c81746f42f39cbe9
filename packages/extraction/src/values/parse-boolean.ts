import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { fold } from './fold.ts'

const yesWords = new Set([
  ...wordsInAllLanguages('yes').map(fold),
  'x',
  '☒',
  '☑',
  '✓',
  '✔',
  '[x]',
  '(x)',
])
const noWords = new Set([...wordsInAllLanguages('no').map(fold), '☐', '[]', '()', '□'])

/**
 * Reads a word as `true` (a yes or a ticked box), `false` (a no or an empty box) or `undefined`
 * (neither).
 */
export function parseBoolean(word: string): boolean | undefined {
  const foldedWord = fold(word).replace(/^[:.,;]+|(?<![:.,;])[:.,;]+$/g, '')
  if (yesWords.has(foldedWord)) return true
  return noWords.has(foldedWord) ? false : undefined
}
