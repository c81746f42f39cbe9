import { createRequire } from 'node:module'
import { hasRightToLeft } from '@recto/document-text/text-direction'
import openBidi from 'bidi-js'
import { type Drawing, drawPdf } from './draw-pdf.ts'
import type { MixedSentences } from './mixed-sentences.ts'

const bidi = openBidi()
const { resolve } = createRequire(import.meta.url)
const fonts = {
  Hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
  Arabic: '@fontsource/vazirmatn/files/vazirmatn-arabic-400-normal.woff',
}
const size = 12
const margin = 50
const pageWidth = 595
const lineStep = 22

type FontName = keyof typeof fonts | 'Helvetica'

/** Letters of one font and one direction, as they are drawn from left to right. */
type Run = { readonly text: string; readonly font: FontName; readonly first: number }

/**
 * How a file has its text: `visual` from left to right, `logical` as it is read, `words` as it is read and without the
 * spaces between words.
 */
export type StorageOrder = 'visual' | 'logical' | 'words'

/** A page of lines in embedded fonts, ordered and shaped as a browser does it. */
export function drawMixedLines(
  { base, sentences }: MixedSentences,
  order: StorageOrder,
): Promise<Uint8Array> {
  return drawPdf((drawing) => {
    for (const [name, path] of Object.entries(fonts)) drawing.registerFont(name, resolve(path))
    for (const [i, sentence] of sentences.entries())
      drawLine(drawing, { text: sentence, base, order, y: margin + i * lineStep })
  })
}

type DrawnLine = {
  readonly text: string
  readonly base: 'ltr' | 'rtl'
  readonly order: StorageOrder
  readonly y: number
}

function drawLine(drawing: Drawing, { text, base, order, y }: DrawnLine): void {
  const runs = runsOf(text, base)
  const widths = runs.map((run) => widthOf(drawing, run))
  const width = widths.reduce((sum, one) => sum + one, 0)
  let x = base === 'rtl' ? pageWidth - margin - width : margin
  const placedRuns = runs.map((run, i) => {
    const start = x
    x += widths[i]!
    return { ...run, x: start }
  })
  const drawnRuns =
    order === 'visual' ? placedRuns : placedRuns.toSorted((a, b) => a.first - b.first)
  for (const run of drawnRuns) {
    if (order === 'words' && run.text.trim() === '') continue
    drawing
      .font(run.font, size)
      .text(run.text, run.x, y, { lineBreak: false, baseline: 'alphabetic' })
  }
}

function widthOf(drawing: Drawing, { text, font }: Run): number {
  return drawing.font(font, size).widthOfString(text)
}

/** The library orders words from the left, and turns the digits of Arabic around. */
const standsAlone = /[ \u0660-\u0669\u06f0-\u06f9]/

/** The runs of a line from left to right. */
function runsOf(text: string, base: 'ltr' | 'rtl'): readonly Run[] {
  const embedding = bidi.getEmbeddingLevels(text, base)
  const runs: { text: string; font: FontName; first: number; level: number; last: number }[] = []
  for (const place of bidi.getReorderedIndices(text, embedding)) {
    const level = embedding.levels[place]!
    const font = fontOf(text[place]!)
    const last = runs.at(-1)
    const isNext = last && last.font === font && last.level === level
    if (isNext && Math.abs(place - last.last) === 1 && !standsAlone.test(last.text + text[place])) {
      last.text = level % 2 === 1 ? text[place] + last.text : last.text + text[place]
      last.first = Math.min(last.first, place)
      last.last = place
    } else runs.push({ text: text[place]!, font, first: place, level, last: place })
  }
  return runs.map(({ level, text: runText, ...run }) => ({
    ...run,
    text: level % 2 === 1 && run.font === 'Helvetica' ? asDrawn(runText) : runText,
  }))
}

/** The library turns the letters of Hebrew and Arabic around, but no signs between them. */
function asDrawn(text: string): string {
  return [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('')
}

function fontOf(character: string): FontName {
  if (/[\p{Script=Hebrew}\u20aa]/u.test(character)) return 'Hebrew'
  return hasRightToLeft(character) ? 'Arabic' : 'Helvetica'
}
