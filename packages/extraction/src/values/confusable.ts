/** Letters that are read for a digit, by people and by engines, and the digit that was meant. */
const digits: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}

const letters: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '8': 'B',
}

/** What may stand for a digit, for a class of a regular expression. */
export const likeDigit = `0-9${Object.keys(digits).join('')}`

/** A character that must be a digit; as it is where nothing is like it. */
export const asDigit = (character: string): string => digits[character] ?? character

/** The same for one that must be a letter. */
export const asLetter = (character: string): string => letters[character] ?? character
