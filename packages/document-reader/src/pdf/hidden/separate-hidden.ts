import type { Box, HiddenReason } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Glyph } from '../../words/glyph.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import { findSuspects, type PageSuspects, type Suspicion } from './find-suspects.ts'
import { findLyingFonts } from './lying-fonts.ts'
import { measureInk } from './own-ink.ts'
import { lookThroughAnnotations } from './under-annotations.ts'

type LoadedPage = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
}

export type Separated = {
  /** What a person sees, in the order of the text; the given letters where that is all of them. */
  readonly visible: readonly Glyph[]
  readonly hidden: ReadonlyMap<HiddenReason, readonly Glyph[]>
  /** The text objects that are hidden. */
  readonly runs: ReadonlySet<number>
  /** Fonts whose letters are drawn with the shapes of others. */
  readonly lyingFonts: ReadonlySet<number>
}

type Piece = {
  readonly run: number
  readonly box: Box
  readonly suspicion: Suspicion
  /** Places among the letters. */
  readonly places: readonly number[]
}

/**
 * The letters of a page that a person sees, and those that nobody does, by the reason for that. What the objects of the page
 * say costs little; only where they leave a doubt is a part of the page drawn, which settles it.
 */
export function separateHidden(given: LoadedPage, glyphs: readonly Glyph[]): Separated {
  const lyingFonts = findLyingFonts(given, glyphs)
  const suspects = findSuspects(given)
  const pieces = piecesOf(glyphs, suspects, { ...displaySize(given.frame), lyingFonts })
  if (pieces.length === 0)
    return { visible: glyphs, hidden: new Map(), runs: new Set(), lyingFonts }
  const found = [
    ...pieces.filter(({ suspicion }) => suspicion.isCertain),
    ...unseen(given, glyphs, {
      suspects,
      pieces: pieces.filter(({ suspicion }) => !suspicion.isCertain),
    }),
  ]
  return { ...parted(glyphs, found), lyingFonts }
}

function parted(glyphs: readonly Glyph[], found: readonly Piece[]): Omit<Separated, 'lyingFonts'> {
  const reasons = new Map<number, HiddenReason>()
  for (const { places, suspicion } of found)
    for (const place of places) reasons.set(place, suspicion.reason)
  if (reasons.size === 0) return { visible: glyphs, hidden: new Map(), runs: new Set() }
  const visible: Glyph[] = []
  const hidden = new Map<HiddenReason, Glyph[]>()
  glyphs.forEach((glyph, place) => {
    const reason = reasons.get(place)
    if (reason === undefined) visible.push(glyph)
    if (reason !== undefined) listOf(hidden, reason).push(glyph)
    else if (glyph.space !== 'none') for (const letters of hidden.values()) letters.push(glyph)
  })
  return { visible, hidden, runs: new Set(found.map(({ run }) => run)) }
}

function listOf(hidden: Map<HiddenReason, Glyph[]>, reason: HiddenReason): Glyph[] {
  const known = hidden.get(reason) ?? []
  hidden.set(reason, known)
  return known
}

type Size = { readonly width: number; readonly height: number }

/** Letters of words that something speaks against, each by the text object that draws them. */
function piecesOf(
  glyphs: readonly Glyph[],
  suspects: PageSuspects,
  page: Size & Pick<Separated, 'lyingFonts'>,
): Piece[] {
  const pieces: Piece[] = []
  let open: { run: number; suspicion: Suspicion; places: number[]; boxes: Box[] } | undefined
  const end = () => {
    if (open) pieces.push({ ...open, box: uniteBoxes(open.boxes) })
    open = undefined
  }
  const isPlain = openPlain(suspects, page)
  glyphs.forEach((glyph, place) => {
    const isLetter = glyph.space === 'none' && !isPlain(glyph)
    const suspicion = isLetter ? suspicionOf(glyph, suspects, page) : undefined
    const goesOn = open && open.run === glyph.run && isSame(open.suspicion, suspicion)
    if (!goesOn) end()
    if (!suspicion) return
    open ??= { run: glyph.run, suspicion, places: [], boxes: [] }
    open.places.push(place)
    open.boxes.push(glyph.box)
  })
  end()
  return pieces
}

function isSame(a: Suspicion, b: Suspicion | undefined): boolean {
  return a.reason === b?.reason && a.isUnderAnnotations === b.isUnderAnnotations
}

/** Of most text objects one look tells of all their letters, which follow each other and have one font. */
function openPlain(
  suspects: PageSuspects,
  { lyingFonts }: Pick<Separated, 'lyingFonts'>,
): (glyph: Glyph) => boolean {
  let [known, isPlain] = [0, false]
  return ({ run, font, em }) => {
    if (run === known) return isPlain
    known = run
    isPlain = em >= squeezed && !lyingFonts.has(font) && suspects.isPlain(run)
    return isPlain
  }
}

/** Points along the line: letters that are set narrower are strokes. */
const squeezed = 0.5

function suspicionOf(
  { box, run, font, em }: Glyph,
  suspects: PageSuspects,
  { width, height, lyingFonts }: Size & Pick<Separated, 'lyingFonts'>,
): Suspicion | undefined {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  if (x < 0 || y < 0 || x > width || y > height) return { reason: 'outside', isCertain: true }
  if (em > 0 && em < squeezed && Math.min(box[2] - box[0], box[3] - box[1]) < squeezed)
    return { reason: 'tiny', isCertain: true }
  if (lyingFonts.has(font)) return { reason: 'other-letters', isCertain: true }
  return suspects.suspicionOf(run, x, y)
}

type Doubted = { readonly suspects: PageSuspects; readonly pieces: readonly Piece[] }

/** Those that the page does not show. */
function unseen(given: LoadedPage, glyphs: readonly Glyph[], doubted: Doubted): readonly Piece[] {
  const { suspects, pieces } = doubted
  const known = lookUnderAnnotations(given, doubted)
  const lookedAt = pieces
    .filter((piece) => !known.has(piece))
    .map((piece) => ({ ...piece, letters: piece.places.length }))
  const covered = pieces.filter((piece) => known.get(piece) === 'covered')
  if (lookedAt.length === 0) return covered
  const { pdfium, scratch, page, frame } = given
  const inks = measureInk({ pdfium, scratch }, { page, ...displaySize(frame) }, lookedAt)
  let isShown: ((box: Box) => boolean) | undefined
  const found = lookedAt.filter((piece) => {
    const { isOwn, isUnder } = inks.get(piece)!
    if (isOwn) return false
    if (!isUnder || !mayBeRecognised(suspects, piece)) return true
    isShown ??= openShown(glyphs, pieces)
    return isShown(piece.box)
  })
  return [...covered, ...found]
}

/** What a program has recognised lies invisibly over the scan that shows it, or under it. */
function mayBeRecognised({ pictures }: PageSuspects, { suspicion, box }: Piece): boolean {
  const { reason } = suspicion
  if (reason !== 'transparent' && reason !== 'covered') return false
  return pictures.some((picture) => holdsMiddle(picture, box))
}

function lookUnderAnnotations(
  { pdfium, page, frame }: LoadedPage,
  { suspects, pieces }: Doubted,
): ReadonlyMap<Piece, 'seen' | 'covered'> {
  const under = pieces.flatMap((piece) =>
    piece.suspicion.isUnderAnnotations && !mayBeRecognised(suspects, piece)
      ? [{ piece, box: piece.box, colours: suspects.coloursOf(piece.run, piece.box) }]
      : [],
  )
  const known = lookThroughAnnotations(pdfium, { page, ...displaySize(frame) }, under)
  return new Map([...known].map(([{ piece }, look]) => [piece, look]))
}

const cell = 6

/** Whether letters that nothing speaks against stand where a box is. */
function openShown(glyphs: readonly Glyph[], pieces: readonly Piece[]): (box: Box) => boolean {
  const doubted = new Set(pieces.flatMap(({ places }) => places))
  const cells = new Set<string>()
  const keyOf = (x: number, y: number) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`
  glyphs.forEach(({ box, space }, place) => {
    if (space !== 'none' || doubted.has(place)) return
    cells.add(keyOf((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
  })
  return ([x0, y0, x1, y1]) => cells.has(keyOf((x0 + x1) / 2, (y0 + y1) / 2))
}

function holdsMiddle([x0, y0, x1, y1]: Box, box: Box): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return x >= x0 && x <= x1 && y >= y0 && y <= y1
}
