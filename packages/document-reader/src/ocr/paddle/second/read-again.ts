import type { PageImage } from '../../../images/page-image.ts'
import type { Character } from '../decode-ctc.ts'
import { isUpended } from '../find-turn.ts'
import type { Rectangle } from '../geometry.ts'
import { isDoubted } from './doubted-lines.ts'
import { fuseLine } from './fuse-line.ts'
import { charactersOf, type SecondReader } from './second-reading.ts'
import { stackLines } from './stack-lines.ts'

/** A line as the first reader read it. */
type FirstReading = {
  readonly place: Rectangle
  readonly characters: readonly Character[]
  readonly steps: number
}

/** Maximum number of lines per picture; a page with more lines is read in parts. */
const maxLinesAtOnce = 120

/**
 * Has lines read by a second engine, all or those that are doubted, and makes one reading of both: the characters of each line, in the order given. Lines
 * that run up or down the page are left as they are.
 */
export async function readAgain(
  image: PageImage,
  lines: readonly FirstReading[],
  options: { readonly alphabet: ReadonlySet<string>; readonly second: SecondReader },
): Promise<(readonly Character[])[]> {
  const text = lines.map(({ characters }) => textOf(characters)).join('\n')
  const fusedLines = lines.map(({ characters }) => characters)
  const { second: reader } = options
  const needsRereading = reader.rereads(text) === 'all' ? () => true : isDoubted
  const level = lines
    .map((line, i) =>
      isUpended(line.place) || !needsRereading(line.characters) ? undefined : { line, i },
    )
    .filter((value) => value !== undefined)
  for (let start = 0; start < level.length; start += maxLinesAtOnce) {
    const part = level.slice(start, start + maxLinesAtOnce)
    const stack = stackLines(
      image,
      part.map(({ line }) => line.place),
    )
    const words = stack.partWords(await reader.read(stack.picture, text))
    for (const [indexInPart, { line, i }] of part.entries()) {
      const { words: ofLine = [], width = 1 } = words[indexInPart] ?? {}
      const second = charactersOf(ofLine, width)
      const { characters: first, steps } = line
      fusedLines[i] = fuseLine({ first, second, alphabet: options.alphabet, steps })
    }
  }
  return fusedLines
}

const surelySpace = 0.3

function textOf(characters: readonly Character[]): string {
  return characters
    .map(({ text, spaceBefore }) => (spaceBefore > surelySpace ? ` ${text}` : text))
    .join('')
}
