import { booleanOf } from '../values/boolean-of.ts'
import { wordsOf } from '../values/fold.ts'
import type { Haystack, Occurrence } from './haystack.ts'
import type { Passage } from './passage.ts'

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
