import type { DocumentMentions } from './document-mentions.ts'

/**
 * Takes a word of a question for a misspelt name only where no document prints the word: `Daniel` is no slip of the pen for
 * `Daniela` if another document is about a Daniel.
 */
export function dropMisspeltNames(
  mentionsOfAll: readonly DocumentMentions[],
): readonly DocumentMentions[] {
  const printedWords = new Set(mentionsOfAll.flatMap((mentions) => mentions.printedWords))
  return mentionsOfAll.map((mentions) => ({
    ...mentions,
    names: mentions.names.map((name) => {
      const isOther = (index: number) =>
        name.misspeltIndexes.includes(index) && printedWords.has(index)
      if (!name.indexes.some(isOther)) return name
      return { ...name, indexes: name.indexes.filter((index) => !isOther(index)), isWhole: false }
    }),
  }))
}
