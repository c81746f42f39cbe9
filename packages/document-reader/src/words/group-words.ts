import type { GlyphRun, Word } from '@recto/document-text/model'
import { hasRightToLeft } from '@recto/document-text/text-direction'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { turnVertical } from './find-vertical.ts'
import type { Glyph, LetterEdges } from './glyph.ts'
import { type PlacedGlyph, placeGlyph } from './placed-glyph.ts'
import { isMark, isShadow, settleLetters, sitsOn, unsettles } from './settle-letters.ts'
import { isNoteMark, maxNumberEnd, type Shift, shiftOf, shiftSigns } from './shifted-text.ts'
import { sortTurnedLines } from './sort-turned-lines.ts'
import { isApart, isDrawnOver } from './word-gaps.ts'

/** The first character of the scripts that run from the right or downwards. */
const firstTurnedCode = 0x590

/**
 * A word with its place in the frame of its own text: `along` grows in the direction in which the text runs,
 * `across` grows downwards from line to line. Rotated text is grouped like upright text this way.
 */
export type PlacedWord = {
  readonly word: Word
  readonly angle: number
  readonly alongStart: number
  readonly alongEnd: number
  /** Position of the base line. */
  readonly baseLine: number
  /** Height of the letters' boxes, in points. */
  readonly size: number
  /** A space that the file spells follows, so that nothing may be joined to the word. */
  readonly endsHard: boolean
  /** Font of a native word's first letter; see `Glyph`. */
  readonly font?: number
  /** Size of that font, in points; 0 where the file does not tell. */
  readonly em?: number
  /** Its letters, on pages with text that runs from the right. */
  readonly letters?: readonly PlacedGlyph[] | undefined
}

/**
 * Words end at spaces, at gaps, at a change of the base line and at a change of direction. Marks stay with the letters
 * that they stand on, and letters that were drawn twice count once. With glyphs, words keep where each of their
 * characters is, and nothing that was drawn is left out.
 */
export function groupWords(allGlyphs: readonly Glyph[], withGlyphs = false): PlacedWord[] {
  const isPlain = allGlyphs.every(hasPlainDirection)
  const glyphs = isPlain ? allGlyphs : sortTurnedLines(turnVertical(allGlyphs))
  const withLetters = !isPlain && glyphs.some(({ text }) => hasRightToLeft(text))
  const options = { withGlyphs, withLetters }
  const words: PlacedWord[] = []
  let open = emptyWord()
  let space: Glyph['space'] = 'none'

  const end = (isJoinable = true) => {
    if (open.letters.length === 0) return
    words.push(finish(open, { isSpaced: space === 'spelt', isJoinable }, options))
    open = emptyWord()
  }

  const endBefore = (next: PlacedGlyph, index: number) => {
    if (!open.last) return
    const seam = { previous: open.last, next, space, glyphs, index }
    if (isDrawnOver(seam)) end(false)
    else if (space === 'spelt' || isApart(seam)) end()
  }

  const add = (letter: PlacedGlyph, index: number) => {
    const isOnLetter = standsOn(letter, open)
    if (!isOnLetter) endBefore(letter, index)
    const { base } = open
    const shift = isOnLetter || !base ? undefined : shiftOf(base, letter)
    if (beginsNote(open, letter, shift)) {
      end(false)
      open.base = base
    }
    addLetter(open, letter, { isOnLetter, shift })
    space = 'none'
  }

  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index]!
    if (glyph.space === 'none') {
      const letter = placeGlyph(glyph)
      if (withGlyphs || !isShadow(letter, open.letters)) add(letter, index)
    } else space = addSpace(open, glyph, space)
  }
  end()
  return words
}

/** Whether a text certainly runs from left to right, as all letters of most pages do. */
function hasPlainDirection({ text }: Glyph): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= firstTurnedCode) return false
  return true
}

type OpenWord = {
  readonly letters: PlacedGlyph[]
  /** Places of the spaces that the file spells next to it, where they are known. */
  readonly spaces: LetterEdges[]
  /** The last letter that is no mark. */
  last: PlacedGlyph | undefined
  /** The last letter on the base line; a raised or lowered one is smaller. */
  base: PlacedGlyph | undefined
  isUnsettled: boolean
}

/** Returns what is known of the spaces since the last letter. */
function addSpace(
  word: OpenWord,
  { edges, space }: Glyph,
  earlierSpace: Glyph['space'],
): Glyph['space'] {
  if (edges) word.spaces.push(edges)
  return earlierSpace === 'spelt' ? earlierSpace : space
}

function emptyWord(): OpenWord {
  return { letters: [], spaces: [], last: undefined, base: undefined, isUnsettled: false }
}

function beginsNote(
  { letters }: OpenWord,
  { glyph }: PlacedGlyph,
  shift: Shift | undefined,
): boolean {
  if (shift !== 'raised') return false
  // The end of the word decides, and a word may be as long as a page.
  return isNoteMark(
    letters
      .slice(-maxNumberEnd)
      .map((letter) => letter.glyph.text)
      .join(''),
    glyph.text,
  )
}

function toShifted(letter: PlacedGlyph, { baseLine }: PlacedGlyph, shift: Shift): PlacedGlyph {
  const { glyph } = letter
  return { ...letter, baseLine, glyph: { ...glyph, text: shiftSigns(glyph.text, shift) } }
}

function standsOn(letter: PlacedGlyph, { last }: OpenWord): boolean {
  return last !== undefined && isMark(letter) && sitsOn(letter, last)
}

type LetterPlace = { readonly isOnLetter: boolean; readonly shift: Shift | undefined }

function addLetter(word: OpenWord, letter: PlacedGlyph, { isOnLetter, shift }: LetterPlace): void {
  word.letters.push(shift && word.base ? toShifted(letter, word.base, shift) : letter)
  word.isUnsettled ||= unsettles(letter.glyph.text)
  if (isOnLetter) return
  word.last = letter
  if (!shift) word.base = letter
}

type WordEnd = {
  /** The file spells a space. */
  readonly isSpaced: boolean
  /** What follows may belong to the word, where no space is spelt. */
  readonly isJoinable: boolean
}

type WordOptions = { readonly withGlyphs: boolean; readonly withLetters: boolean }

function finish(
  { letters, spaces, isUnsettled }: OpenWord,
  end: WordEnd,
  { withGlyphs, withLetters }: WordOptions,
): PlacedWord {
  const settledLetters = isUnsettled ? settleLetters(letters) : letters
  const word = toWord(settledLetters, end, withGlyphs ? spaces : undefined)
  return withLetters ? { ...word, letters: settledLetters } : word
}

function toWord(
  glyphs: readonly PlacedGlyph[],
  { isSpaced, isJoinable }: WordEnd,
  spaces: readonly LetterEdges[] | undefined,
): PlacedWord {
  const { angle, baseLine, ...first } = glyphs[0]!
  let { alongStart, alongEnd, size } = first
  let [x0, y0, x1, y1] = first.glyph.box
  let text = ''
  // One loop in place of a reduction for each: this runs for every letter of every document.
  for (const placedGlyph of glyphs) {
    const { box } = placedGlyph.glyph
    text += placedGlyph.glyph.text
    if (box[0] < x0) x0 = box[0]
    if (box[1] < y0) y0 = box[1]
    if (box[2] > x1) x1 = box[2]
    if (box[3] > y1) y1 = box[3]
    alongStart = Math.min(alongStart, placedGlyph.alongStart)
    alongEnd = Math.max(alongEnd, placedGlyph.alongEnd)
    size = Math.max(size, placedGlyph.size)
  }
  const word: Word = { text, box: [x0, y0, x1, y1], confidence: 1, origin: 'native' }
  return {
    word: withPlaces(word, glyphs, { spaces, isSpaced }),
    angle,
    alongStart,
    alongEnd,
    baseLine,
    size,
    endsHard: isSpaced || !isJoinable,
    font: first.glyph.font,
    em: first.glyph.em,
  }
}

type SpacesOfWord = {
  /** Absent where nobody asks for the places of letters. */
  readonly spaces: readonly LetterEdges[] | undefined
  readonly isSpaced: boolean
}

function withPlaces(
  word: Word,
  glyphs: readonly PlacedGlyph[],
  { spaces, isSpaced }: SpacesOfWord,
): Word {
  return spaces ? { ...word, glyphs: { ...placesOf(glyphs, spaces), isSpaced } } : word
}

/** A ligature that is spelt out, here or by PDFium, shares its width among its letters. */
function placesOf(
  glyphs: readonly PlacedGlyph[],
  spaces: readonly LetterEdges[],
): Pick<GlyphRun, 'edges' | 'tops'> {
  const edges: number[] = []
  const tops: number[] = []
  for (let from = 0; from < glyphs.length; ) {
    const first = glyphs[from]!
    const { alongStart, alongEnd, glyph } = first
    let to = from
    let count = 0
    while (glyphs[to] && hasPlaceOf(glyphs[to]!, first))
      count += [...glyphs[to++]!.glyph.text].length
    const { start, end, top } = glyph.edges ?? {
      start: alongStart,
      end: alongEnd,
      top: glyph.box[1],
    }
    const width = (end - start) / count
    for (let i = 0; i < count; i++) {
      edges.push(start + i * width, start + (i + 1) * width)
      tops.push(top)
    }
    from = to
  }
  for (const { start, end, top } of spaces) {
    edges.push(start, end)
    tops.push(top)
  }
  return { edges, tops }
}

function hasPlaceOf(letter: PlacedGlyph, { alongStart, alongEnd, glyph }: PlacedGlyph): boolean {
  return (
    letter.alongStart === alongStart &&
    letter.alongEnd === alongEnd &&
    letter.glyph.run === glyph.run
  )
}

/** Joins two words of one line that touch each other. */
export function joinWords(left: PlacedWord, right: PlacedWord): PlacedWord {
  return {
    ...left,
    word: {
      ...left.word,
      text: left.word.text + right.word.text,
      box: uniteBoxes([left.word.box, right.word.box]),
      ...joinGlyphs(left.word, right.word),
    },
    alongEnd: Math.max(left.alongEnd, right.alongEnd),
    size: Math.max(left.size, right.size),
    endsHard: right.endsHard,
    letters: joinLetters(left, right),
  }
}

/** Longer words are no words; their letters share their place. */
const maxLetters = 1000

function joinLetters(
  { letters: left }: PlacedWord,
  { letters: right }: PlacedWord,
): readonly PlacedGlyph[] | undefined {
  if (!left || !right || left.length + right.length > maxLetters) return undefined
  return [...left, ...right]
}

function joinGlyphs(left: Word, right: Word): { glyphs?: GlyphRun } {
  if (!left.glyphs || !right.glyphs) return {}
  const { edges, tops = [] } = left.glyphs
  const { edges: nextEdges, tops: nextTops = [], isSpaced } = right.glyphs
  const count = [...left.text].length
  const nextCount = [...right.text].length
  return {
    glyphs: {
      edges: joinPlaces([edges, 2 * count], [nextEdges, 2 * nextCount]),
      tops: joinPlaces([tops, count], [nextTops, nextCount]),
      isSpaced,
    },
  }
}

type Places = readonly [places: readonly number[], countOfLetters: number]

/** The places of the letters of both, and behind them those of the spaces. */
function joinPlaces([left, count]: Places, [right, nextCount]: Places): number[] {
  return [
    ...left.slice(0, count),
    ...right.slice(0, nextCount),
    ...left.slice(count),
    ...right.slice(nextCount),
  ]
}
