import type { PageImage } from '../../../images/page-image.ts'
import type { Character } from '../decode-ctc.ts'
import { isUpended } from '../find-turn.ts'
import type { Rectangle } from '../geometry.ts'
import { isDoubted } from './doubted-lines.ts'
import { fuseLine } from './fuse-line.ts'
import { charactersOf, type SecondReader } from './second-reading.ts'
import { stackLines } from './stack-lines.ts'

/** What the first reader made of a line. */
type FirstReading = {
  readonly place: Rectangle
  readonly characters: readonly Character[]
  readonly steps: number
}

/** In one picture; a page of more lines is read in parts. */
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
  const fused = lines.map(({ characters }) => characters)
  const { second: reader } = options
  const wanted = reader.rereads(text) === 'all' ? () => true : isDoubted
  const level = lines.flatMap((line, i) =>
    isUpended(line.place) || !wanted(line.characters) ? [] : [{ line, i }],
  )
  for (let start = 0; start < level.length; start += maxLinesAtOnce) {
    const part = level.slice(start, start + maxLinesAtOnce)
    const stack = stackLines(
      image,
      part.map(({ line }) => line.place),
    )
    const words = stack.partWords(await reader.read(stack.picture, text))
    for (const [at, { line, i }] of part.entries()) {
      const { words: ofLine = [], width = 1 } = words[at] ?? {}
      const second = charactersOf(ofLine, width)
      const { characters: first, steps } = line
      fused[i] = fuseLine({ first, second, alphabet: options.alphabet, steps })
    }
  }
  return fused
}

const surelySpace = 0.3

function textOf(characters: readonly Character[]): string {
  return characters
    .map(({ text, spaceBefore }) => (spaceBefore > surelySpace ? ` ${text}` : text))
    .join('')
}
