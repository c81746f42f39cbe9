import type { DocumentText, Word } from '@recto/document-text/model'
import { type Chance, chanceOf } from '../field-documents/chance.ts'

/** Differences between a reading and the print, as scanners and OCR engines cause them. */
export type Noise = {
  /** Share of words with a wrong letter. */
  readonly misread: number
  /** Share of words that are split in two, or joined with the next word. */
  readonly cut: number
  /** Random offset of each word, in points. */
  readonly jitter: number
  /** Offset of the page in points, and the factor by which it is larger. */
  readonly shift: number
  readonly scale: number
}

export const usualNoise: Noise = { misread: 0.012, cut: 0.004, jitter: 0.8, shift: 12, scale: 0.03 }

const lookalikes = ['0O', '1l', '5S', '8B', 'rn', 'ec', 'tf', 'il', 'uv', '.,', '6G', '27', '39']

/**
 * Simulates the reading of a scanned page. In four of five cases a misread word has low confidence, and sometimes a
 * correct word has as well.
 */
export function noisyReading(document: DocumentText, seed: number, noise: Noise): DocumentText {
  const chance = chanceOf(seed)
  const randomShift = (maxShift: number) => (chance.whole(-1000, 1000) / 1000) * maxShift
  return {
    ...document,
    pages: document.pages.map((page) => {
      const dx = randomShift(noise.shift)
      const dy = randomShift(noise.shift)
      const scale = 1 + randomShift(noise.scale)
      const words = page.words.map((word): Word => {
        const isMisread = chance.happens(noise.misread)
        const jx = randomShift(noise.jitter)
        const jy = randomShift(noise.jitter)
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
  const index = chance.whole(0, text.length - 1)
  const letter = text.charAt(index)
  const pair = lookalikes.find((one) => one.includes(letter))
  const replacement = pair ? pair.replace(letter, '').charAt(0) : chance.pick(['c', 'i', 'n', 'o'])
  return `${text.slice(0, index)}${replacement}${text.slice(index + 1)}`
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
