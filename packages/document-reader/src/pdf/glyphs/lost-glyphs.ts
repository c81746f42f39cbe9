import type { Box } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'
import { boxToDisplay, type PageFrame, toDisplay } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  getObjectMatrix,
  type Matrix,
  multiply,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import { openAdvances } from './font-metrics.ts'
import { assertFewLetters } from './read-glyphs.ts'

type PageToRead = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly textPage: number
  readonly frame: PageFrame
}

/** A text that is drawn at once, upright on the displayed page. */
type DrawnText = {
  readonly handle: number
  readonly font: number
  readonly size: number
  /** Origin of its first character, and upper edge of its letters. */
  readonly x: number
  readonly y: number
  readonly top: number
  /** Width of a space; 0 where the font states none that could be seen. */
  readonly spaceWidth: number
  /** Box of its ink, in which spaces are as narrow as a point. */
  readonly bounds: Box
}

/** A character that PDFium has kept, by the place of its origin. */
type KeptCharacter = {
  readonly index: number
  readonly x: number
  /** PDFium infers a space at a shift, and leaves out one that the file spells behind it. */
  readonly kind: 'letter' | 'space' | 'inferred'
}

type KeptGlyphs = { readonly text: DrawnText; readonly glyphs: readonly Glyph[] }

/** In points: how precisely texts that are drawn twice agree. */
const twinTolerance = 0.05
/** Maximum distance between them, in sizes of the font. */
const maxTwinShift = 0.5
/** Points. */
const maxTwinPoints = 50
const cellSize = 12
const maxCells = 2 + (2 * maxTwinPoints) / cellSize
/** Nobody can read more texts, or copies of one, in one place. */
const maxTextsOfCell = 50
const maxCopies = 50
/** Minimum room for a space, in widths of one. */
const minSpace = 0.9
/** A text has hardly more spaces in a row. */
const maxSpaces = 1000
/** In sizes of the font: nobody sees how many spaces there are if they are narrower, and gaps would be full of them. */
const minSpaceWidth = 0.05
/** In sizes of the font: no ink of a letter or sign is as flat. */
const maxSpaceHeight = 0.005

/**
 * Adds, where letters are asked for, what PDFium leaves out of the text of a page, because hardly anybody needs it: all but
 * the first of several spaces, and texts that are drawn once more in the same place. The rule of text without layout counts
 * them, as everything that is drawn.
 */
export function allGlyphs(
  page: PageToRead,
  glyphs: readonly Glyph[],
  { withGlyphs: isComplete = false }: { readonly withGlyphs?: boolean | undefined },
): readonly Glyph[] {
  return isComplete ? [...glyphs, ...readLostGlyphs(page, glyphs)] : glyphs
}

/** `glyphs` are those that PDFium has kept. */
function readLostGlyphs(page: PageToRead, glyphs: readonly Glyph[]): readonly Glyph[] {
  const keptCharacters = readKeptCharacters(page)
  const lettersOf = Map.groupBy(glyphs, ({ run }) => run)
  const keptTexts: TextsByCell = new Map()
  const copyText = openCopies(keptTexts)
  const list = openLists(glyphs.length)
  const lostGlyphs: (readonly Glyph[])[] = []
  for (const text of readDrawnTexts(page)) {
    const characters = keptCharacters.get(text.handle)
    if (characters) {
      const letters = lettersOf.get(text.handle) ?? []
      const lostSpaces = list(findLostSpaces(page, { text, characters, letters }))
      const keptSpaces = characters
        .filter(({ kind }) => kind === 'space')
        .map(({ x }) => spaceAt(x, text.y, text.top))
      addToCell(keptTexts, { text, glyphs: [...letters, ...keptSpaces, ...lostSpaces] })
      lostGlyphs.push(lostSpaces)
    } else if (text.bounds[3] - text.bounds[1] < maxSpaceHeight * text.size)
      lostGlyphs.push(list(spacesIn(text, text.x, text.bounds[2] + text.spaceWidth)))
    else lostGlyphs.push(list(copyText(text)))
  }
  return lostGlyphs.flat()
}

/** Returns a function that lists glyphs until the page has more of them than are read. */
function openLists(keptCount: number): (glyphs: Iterable<Glyph>) => readonly Glyph[] {
  let count = keptCount
  return (glyphs) => {
    const listedGlyphs: Glyph[] = []
    for (const glyph of glyphs) {
      count++
      assertFewLetters(count)
      listedGlyphs.push(glyph)
    }
    return listedGlyphs
  }
}

/** Returns a function that yields the glyphs of a text that says the same as a kept one. */
function openCopies(keptTexts: TextsByCell): (lostText: DrawnText) => Iterable<Glyph> {
  const copiesOf = new Map<KeptGlyphs, number>()
  return (lostText) => {
    const twin = findTwin(keptTexts, lostText)
    const copies = twin ? (copiesOf.get(twin) ?? 0) : maxCopies
    if (!twin || copies === maxCopies) return []
    copiesOf.set(twin, copies + 1)
    return copyGlyphs(twin, lostText)
  }
}

function readKeptCharacters({ pdfium, scratch, textPage, frame }: PageToRead) {
  const charactersOf = new Map<number, KeptCharacter[]>()
  const count = pdfium.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    const p = scratch.pointer
    if (object === 0 || pdfium.FPDFText_GetCharOrigin(textPage, index, p, p + 8) !== 1) continue
    const [x = 0, y = 0] = scratch.doubles()
    const characters = charactersOf.get(object) ?? []
    if (characters.length === 0) charactersOf.set(object, characters)
    characters.push({ index, x: toDisplay(frame, x, y)[0], kind: kindOf(pdfium, textPage, index) })
  }
  return charactersOf
}

function kindOf(pdfium: Pdfium, textPage: number, index: number): KeptCharacter['kind'] {
  if (pdfium.FPDFText_IsGenerated(textPage, index) === 1) return 'inferred'
  return pdfium.FPDFText_GetUnicode(textPage, index) === 0x20 ? 'space' : 'letter'
}

function* readDrawnTexts(page: PageToRead): Generator<DrawnText> {
  const { pdfium, scratch } = page
  const advanceOf = openAdvances(page)
  for (const object of walkPageObjects(pdfium, page.page, scratch)) {
    const text = object.kind === objectKinds.text ? readDrawnText(page, object) : undefined
    if (!text) continue
    const spaceWidth = advanceOf(text.font, 0x20) * text.size
    yield { ...text, spaceWidth: spaceWidth >= minSpaceWidth * text.size ? spaceWidth : 0 }
  }
}

function readDrawnText(
  { pdfium, scratch, frame }: PageToRead,
  object: PageObject,
): Omit<DrawnText, 'spaceWidth'> | undefined {
  const { handle } = object
  const font = pdfium.FPDFTextObj_GetFont(handle)
  const matrix = multiply(getObjectMatrix(pdfium, handle, scratch), object.toPage)
  const bounds = getObjectBounds(pdfium, object, scratch)
  if (font === 0 || !bounds || !isUpright(matrix, frame)) return undefined
  if (pdfium.FPDFTextObj_GetFontSize(handle, scratch.pointer) !== 1) return undefined
  const [fontSize = 0] = scratch.floats()
  const [a, b, c, d, e, f] = matrix
  const [x, y] = toDisplay(frame, e, f)
  const isStated = pdfium.FPDFFont_GetDescent(font, 1000, scratch.pointer) === 1
  const descent = isStated ? scratch.floats()[0]! / 1000 : 0
  return {
    handle,
    font,
    size: fontSize * Math.hypot(a, b),
    x,
    y,
    top: y - (1 + descent) * fontSize * Math.hypot(c, d),
    bounds: boxToDisplay(frame, bounds),
  }
}

function isUpright([a, b]: Matrix, { rotation }: PageFrame): boolean {
  const degrees = Math.round((-Math.atan2(b, a) * 180) / Math.PI)
  return (degrees + rotation) % 360 === 0
}

type KeptText = {
  readonly text: DrawnText
  readonly characters: readonly KeptCharacter[]
  readonly letters: readonly Glyph[]
}

/**
 * Spaces where the places of characters are further apart than they are wide: before the first letter, after a space and at the end.
 * The box of a text ends at its last space or with the ink of its last letter.
 */
function* findLostSpaces(
  page: PageToRead,
  { text, characters, letters }: KeptText,
): Generator<Glyph> {
  const spacing = spacingOf(letters)
  const step = text.spaceWidth + spacing
  yield* spacesIn(text, text.x, characters[0]!.x, step)
  for (const [i, { x, kind }] of characters.entries()) {
    const next = characters[i + 1]
    if (kind === 'letter' || !next) continue
    yield* spacesIn(text, kind === 'space' ? x + step : x, next.x, step)
  }
  const last = characters.findLast(({ kind }) => kind !== 'inferred')
  if (!last) return
  const end = text.bounds[2] + step
  const lastEdges = letters.at(-1)?.edges
  if (last.kind === 'space') yield* spacesIn(text, last.x + step, end, step)
  else if (lastEdges && text.bounds[2] >= inkEndOf(page, last.index) + twinTolerance)
    yield* spacesIn(text, lastEdges.end + spacing, end, step)
}

/** How far the letters of a text are set apart: the gap between most of them. */
function spacingOf(letters: readonly Glyph[]): number {
  const gaps = letters.slice(1).map(({ edges }, i) => {
    const end = letters[i]!.edges?.end
    return edges && end !== undefined ? edges.start - end : 0
  })
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
}

function inkEndOf({ pdfium, scratch, textPage, frame }: PageToRead, index: number): number {
  const p = scratch.pointer
  if (pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) !== 1)
    return Number.POSITIVE_INFINITY
  const [left = 0, right = 0, bottom = 0, top = 0] = scratch.doubles()
  return boxToDisplay(frame, [left, bottom, right, top])[2]
}

function* spacesIn(
  { spaceWidth, size, y, top }: DrawnText,
  start: number,
  end: number,
  step = spaceWidth,
): Generator<Glyph> {
  if (spaceWidth === 0 || step < minSpaceWidth * size) return
  const count = Math.min(Math.floor((end - start) / step + 1 - minSpace), maxSpaces)
  for (let i = 0; i < count; i++) yield spaceAt(start + i * step, y, top)
}

function spaceAt(x: number, y: number, top: number): Glyph {
  return {
    text: '',
    box: [x, top, x, y],
    angle: 0,
    originX: x,
    originY: y,
    em: 0,
    run: 0,
    font: 0,
    space: 'spelt',
    edges: { start: x, end: x, top },
  }
}

/** Texts by the part of the page where they begin, so that a page of many texts takes no time of their square. */
type TextsByCell = Map<string, KeptGlyphs[]>

function cellAt(column: number, row: number): string {
  return `${column},${row}`
}

function addToCell(keptTexts: TextsByCell, keptText: KeptGlyphs): void {
  const cell = cellAt(
    Math.floor(keptText.text.x / cellSize),
    Math.floor(keptText.text.y / cellSize),
  )
  const texts = keptTexts.get(cell) ?? []
  if (texts.length === 0) keptTexts.set(cell, texts)
  if (texts.length < maxTextsOfCell) texts.push(keptText)
}

/** Among texts of one size, the nearest: PDFium leaves out only what says the same. */
function findTwin(keptTexts: TextsByCell, lostText: DrawnText): KeptGlyphs | undefined {
  let nearest: KeptGlyphs | undefined
  let minShift = maxTwinShift * lostText.size
  for (const keptText of textsAround(keptTexts, lostText, Math.min(minShift, maxTwinPoints))) {
    const { text } = keptText
    const shift = Math.max(Math.abs(text.x - lostText.x), Math.abs(text.y - lostText.y))
    if (shift > minShift || !looksAlike(text, lostText)) continue
    nearest = keptText
    minShift = shift
  }
  return nearest
}

function* textsAround(
  keptTexts: TextsByCell,
  { x, y }: DrawnText,
  reach: number,
): Generator<KeptGlyphs> {
  const columns = cellsAround(x, reach)
  for (const row of cellsAround(y, reach))
    for (const column of columns) yield* keptTexts.get(cellAt(column, row)) ?? []
}

/** Counted, because so far outside a page as a file may draw, a number plus 1 can be the same number. */
function cellsAround(place: number, reach: number): readonly number[] {
  const first = Math.floor((place - reach) / cellSize)
  const count = Math.floor((place + reach) / cellSize) - first + 1
  return count >= 1 && count <= maxCells ? Array.from({ length: count }, (_, i) => first + i) : []
}

function looksAlike(first: DrawnText, second: DrawnText): boolean {
  if (first.font !== second.font) return false
  const isAlike = (measure: (text: DrawnText) => number) =>
    Math.abs(measure(first) - measure(second)) <= twinTolerance
  return (
    isAlike(({ size }) => size) &&
    isAlike(({ bounds }) => bounds[2] - bounds[0]) &&
    isAlike(({ bounds }) => bounds[3] - bounds[1])
  )
}

function* copyGlyphs({ text, glyphs }: KeptGlyphs, lostText: DrawnText): Generator<Glyph> {
  const x = lostText.x - text.x
  const y = lostText.y - text.y
  for (const glyph of glyphs) {
    const { box, edges } = glyph
    yield {
      ...glyph,
      box: [box[0] + x, box[1] + y, box[2] + x, box[3] + y],
      originX: glyph.originX + x,
      originY: glyph.originY + y,
      run: glyph.run === 0 ? 0 : lostText.handle,
      edges: edges && { start: edges.start + x, end: edges.end + x, top: edges.top + y },
    }
  }
}
