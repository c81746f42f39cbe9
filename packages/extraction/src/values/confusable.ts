/** Letters that people and OCR engines confuse with a digit, by the digit that was meant. */
const digitByLetter: Readonly<Record<string, string>> = {
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

const letterByDigit: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '8': 'B',
}

/**
 * Digits and the letters confused with them, for use inside a character class of a regular
 * expression.
 */
export const digitLikeCharacters = `0-9${Object.keys(digitByLetter).join('')}`

/** Converts a character that must be a digit; returns it unchanged when it resembles none. */
export const toDigit = (character: string): string => digitByLetter[character] ?? character

/** Converts a character that must be a letter; returns it unchanged when it resembles none. */
export const toLetter = (character: string): string => letterByDigit[character] ?? character
