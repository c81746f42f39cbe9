import type { DocumentText, Word } from '@recto/document-text/model'
import { type Chance, chanceOf } from '../field-documents/chance.ts'

/** How a reading differs from the print, as scanners and engines make it. */
export type Noise = {
  /** Of words with a wrong letter. */
  readonly misread: number
  /** Of words that are cut in two, or written together with the next. */
  readonly cut: number
  /** Points by which each word is off. */
  readonly jitter: number
  /** Points by which the page is off, and the share by which it is larger. */
  readonly shift: number
  readonly scale: number
}

export const usualNoise: Noise = { misread: 0.012, cut: 0.004, jitter: 0.8, shift: 12, scale: 0.03 }

const lookalikes = ['0O', '1l', '5S', '8B', 'rn', 'ec', 'tf', 'il', 'uv', '.,', '6G', '27', '39']

/**
 * The reading of a scan of the page. A wrong letter makes an engine less sure of the word, four times of five; now
 * and then it is unsure of a right one.
 */
export function noisyReading(document: DocumentText, seed: number, noise: Noise): DocumentText {
  const chance = chanceOf(seed)
  const off = (most: number) => (chance.whole(-1000, 1000) / 1000) * most
  return {
    ...document,
    pages: document.pages.map((page) => {
      const [dx, dy, scale] = [off(noise.shift), off(noise.shift), 1 + off(noise.scale)]
      const words = page.words.map((word): Word => {
        const isMisread = chance.happens(noise.misread)
        const [jx, jy] = [off(noise.jitter), off(noise.jitter)]
        const [x0, y0, x1, y1] = word.box
        return {
          ...word,
          origin: 'ocr',
          text: isMisread ? misread(word.text, chance) : word.text,
          confidence: confidenceOf(isMisread, chance),
          box: [
            x0 * scale + dx + jx,
            y0 * scale + dy + jy,
            x1 * scale + dx + jx,
            y1 * scale + dy + jy,
          ],
        }
      })
      const cut = words.flatMap((word) => (chance.happens(noise.cut) ? cutWord(word) : [word]))
      const lines = cut.map((word, start) => ({ box: word.box, start, end: start + 1 }))
      return { ...page, words: cut, lines }
    }),
  }
}

function confidenceOf(isMisread: boolean, chance: Chance): number {
  if (isMisread)
    return chance.happens(0.8) ? chance.whole(20, 69) / 100 : chance.whole(70, 95) / 100
  return chance.happens(0.02) ? chance.whole(40, 69) / 100 : chance.whole(82, 99) / 100
}

function misread(text: string, chance: Chance): string {
  const at = chance.whole(0, text.length - 1)
  const letter = text.charAt(at)
  const pair = lookalikes.find((one) => one.includes(letter))
  const other = pair ? pair.replace(letter, '').charAt(0) : chance.pick(['c', 'i', 'n', 'o'])
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}

function cutWord(word: Word): readonly Word[] {
  if (word.text.length < 4) return [word]
  const middle = Math.floor(word.text.length / 2)
  const [x0, y0, x1, y1] = word.box
  const x = x0 + ((x1 - x0) * middle) / word.text.length
  return [
    { ...word, text: word.text.slice(0, middle), box: [x0, y0, x, y1] },
    { ...word, text: word.text.slice(middle), box: [x + 0.5, y0, x1, y1] },
  ]
}
