import { fold, wordsOf } from './fold.ts'
import type { Haystack, Occurrence } from './haystack.ts'
import type { Passage } from './passage.ts'

const yes = new Set([
  'yes',
  'true',
  'ja',
  'oui',
  'si',
  'sim',
  'x',
  '☒',
  '☑',
  '✓',
  '✔',
  '[x]',
  '(x)',
])
const no = new Set(['no', 'false', 'nein', 'non', 'nee', 'nao', '☐', '[]', '()', '□'])

/** Whether a word says yes (`true`), no (`false`) or neither. A ticked box says yes. */
export function booleanOf(word: string): boolean | undefined {
  const folded = fold(word).replace(/^[:.,;]+|[:.,;]+$/g, '')
  if (yes.has(folded)) return true
  return no.has(folded) ? false : undefined
}

/** Words that say yes or no on a line which also names the question. */
export function findBoolean(
  { lines, document }: Haystack,
  value: boolean,
  near: ReadonlySet<string>,
): readonly Occurrence[] {
  return lines.flatMap((line) =>
    isAbout(line, near)
      ? line.words
          .filter((word) => booleanOf(document.pages[line.page]?.words[word]?.text ?? '') === value)
          .map((word): Occurrence => [{ page: line.page, words: [word], match: 'inferred' }])
      : [],
  )
}

/** A word of three letters or fewer is too common to tell what a line is about. */
function isAbout(line: Passage, near: ReadonlySet<string>): boolean {
  return wordsOf(line.text).some((word) => word.length > 3 && near.has(word))
}
