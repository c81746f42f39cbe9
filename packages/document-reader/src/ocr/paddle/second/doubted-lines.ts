import type { Character } from '../decode-ctc.ts'

/** A letter below this is doubted: among letters that look alike it is hardly more than a guess. */
const sure = 0.5
const surelySpace = 0.3
/** What a sign of money that the network does not know is taken for, before or behind an amount. */
const perhapsMoney =
  /(?<![\p{L}\d])[€EeCcGf£LI∈$S<] ?\d{1,3}[.,]\d|[.,]\d\d ?[€EeCcGf£LI∈$S<](?![\p{L}\d])/u

/** Whether a second reading of a line may well tell more than the first: that one guesses a letter, or may have missed a sign of money. */
export function isDoubted(characters: readonly Character[]): boolean {
  return (
    characters.some(({ confidence }) => confidence < sure) || perhapsMoney.test(textOf(characters))
  )
}

function textOf(characters: readonly Character[]): string {
  return characters
    .map(({ text, spaceBefore }) => (spaceBefore > surelySpace ? ` ${text}` : text))
    .join('')
}
