import { booleanOf } from '../values/boolean-of.ts'
import { wordsOf } from '../values/fold.ts'
import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import type { Passage } from './passage.ts'

/** Words that say yes or no on a line which also names the question. */
export function findBoolean(
  { lines, document }: Haystack,
  value: boolean,
  near: ReadonlySet<string>,
): readonly Occurrence[] {
  const found: Occurrence[] = []
  for (const line of lines) {
    const saying = line.words.filter(
      (word) => booleanOf(document.pages[line.page]?.words[word]?.text ?? '') === value,
    )
    if (saying.length === 0 || !isAbout(line, near)) continue
    for (const word of saying) found.push([{ page: line.page, words: [word], match: 'inferred' }])
    if (found.length >= maxOccurrences) break
  }
  return found
}

/** A word of three letters or fewer is too common to tell what a line is about. */
function isAbout(line: Passage, near: ReadonlySet<string>): boolean {
  return wordsOf(line.text).some((word) => word.length > 3 && near.has(word))
}
