/** Characters of a name that are compared; the rest of a longer one tells nothing more. */
const maxCharacters = 200

/**
 * Returns how similar two folded names are, from 0 to 1. Trigrams find the same letters in any order of the words,
 * and the words themselves forgive a typing error in each.
 */
export function computeNameSimilarity(a: string, b: string): number {
  if (a === '' || b === '') return 0
  const first = a.slice(0, maxCharacters)
  const second = b.slice(0, maxCharacters)
  if (first === second) return 1
  if (first.replaceAll(' ', '') === second.replaceAll(' ', '')) return 0.98
  return (compareTrigrams(first, second) + compareWords(first, second)) / 2
}

/** The share of trigrams that both have (Dice). */
function compareTrigrams(a: string, b: string): number {
  const first = listTrigrams(a)
  const second = listTrigrams(b)
  const shared = [...first].filter((trigram) => second.has(trigram)).length
  return (2 * shared) / (first.size + second.size)
}

function listTrigrams(text: string): ReadonlySet<string> {
  const trigrams = new Set<string>()
  for (const word of text.split(' ')) {
    const paddedWord = `  ${word} `
    for (let start = 0; start + 3 <= paddedWord.length; start++) {
      trigrams.add(paddedWord.slice(start, start + 3))
    }
  }
  return trigrams
}

/**
 * The mean share of letters in words that the other name has, too; a word with an error counts in part. A name that
 * lacks a word of the other is nearer than one with another word in its place.
 */
function compareWords(a: string, b: string): number {
  return (shareOfWords(a, b) + shareOfWords(b, a)) / 2
}

/** Words below this similarity are different words. */
const minWordSimilarity = 0.7

function shareOfWords(from: string, to: string): number {
  const otherWords = to.split(' ')
  let letters = 0
  let sharedLetters = 0
  for (const word of from.split(' ')) {
    const similarity = Math.max(...otherWords.map((otherWord) => compareLetters(word, otherWord)))
    letters += word.length
    if (similarity >= minWordSimilarity) sharedLetters += similarity * word.length
  }
  return sharedLetters / letters
}

/** Long words that differ in more letters are different words, however many they share. */
const maxWordEdits = 2

/** Returns how similar two words are, from 0 to 1; undefined if they differ by more than typing errors. */
export function computeWordSimilarity(a: string, b: string): number | undefined {
  if (a === b) return 1
  const length = Math.max(a.length, b.length)
  const edits = countEdits(a, b)
  const similarity = 1 - edits / length
  return edits <= maxWordEdits && similarity >= minWordSimilarity ? similarity : undefined
}

/** One minus the edits between two words, per letter of the longer one. */
function compareLetters(a: string, b: string): number {
  if (a === b) return 1
  const length = Math.max(a.length, b.length)
  const minLength = Math.min(a.length, b.length)
  if (minLength < length * minWordSimilarity) return 0
  return 1 - countEdits(a, b) / length
}

/** Counts letters that are inserted, left out, replaced or swapped with the next one (Damerau-Levenshtein). */
function countEdits(a: string, b: string): number {
  const width = b.length + 1
  // One array, because a document's words are compared with thousands.
  const edits = new Uint16Array((a.length + 1) * width)
  for (let column = 0; column < width; column++) edits[column] = column
  const editsAt = (place: number) => edits[place] ?? 0
  for (let row = 1; row <= a.length; row++) {
    const start = row * width
    edits[start] = row
    for (let column = 1; column < width; column++) {
      const place = start + column
      const isSame = a[row - 1] === b[column - 1]
      let count = editsAt(place - width - 1) + (isSame ? 0 : 1)
      count = Math.min(count, editsAt(place - 1) + 1, editsAt(place - width) + 1)
      if (isSwap(a, b, { row, column })) {
        count = Math.min(count, editsAt(place - 2 * width - 2) + 1)
      }
      edits[place] = count
    }
  }
  return editsAt(edits.length - 1)
}

type EditPlace = { readonly row: number; readonly column: number }

/** Whether the two letters before a place are the same in the other order. */
const isSwap = (a: string, b: string, { row, column }: EditPlace): boolean =>
  row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
