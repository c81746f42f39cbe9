import type { Box, HiddenReason } from '@recto/document-text/model'
import type { OpenDocument } from '../document/open-document.ts'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import {
  boundsOf,
  matrixOf,
  multiply,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import { annotationsOver } from './annotations-over.ts'
import { cutsOff } from './clipping.ts'
import { type FillColour, fillOf, fillOfText, opaque } from './fill-colour.ts'
import { openPaints, type Paints } from './paints.ts'
import { rectanglesOf } from './rectangles.ts'
import { coloursWithin, standsOut, type TextColours } from './stands-out.ts'

export type Suspicion = {
  readonly reason: HiddenReason
  /** No look at the page can refute it. */
  readonly isCertain: boolean
  /** Nothing but annotations is drawn over it. */
  readonly isUnderAnnotations?: boolean
}

type LookedAt = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
}

export type PageSuspects = {
  /** Nothing speaks against any letter of a text object. */
  isPlain(run: number): boolean
  /** What speaks against the letters of a text object at a place of the page as displayed. */
  suspicionOf(run: number, x: number, y: number): Suspicion | undefined
  /** How a text object is drawn within a box, where its colour and what is behind it are one each and known. */
  coloursOf(run: number, box: Box): TextColours | undefined
  /** The pictures of the page that may be scans, as displayed. */
  readonly pictures: readonly Box[]
}

/** Points. */
const smallestSize = 2
/** Points: letters that are higher may cover others. */
const hugeLetters = 36
/** Points: what is thinner is a rule, and covers nothing. */
const thinnest = 1.5
/** Text render modes of ISO 32000-1, 9.3.6. */
const unpainted: ReadonlySet<number> = new Set([3, 7])

/**
 * What the objects of a page say of its texts, without drawing it: how each is painted, on what, and what is painted over it.
 * One look at every object.
 */
export function findSuspects(given: LookedAt): PageSuspects {
  const { pdfium, scratch, page, frame } = given
  const { width, height } = displaySize(frame)
  const paints = openPaints({ width, height })
  const annotations = openPaints({ width, height })
  const texts = new Map<
    number,
    { readonly order: number; readonly box: Box; readonly found?: Suspicion | undefined }
  >()
  const pictures: Box[] = []
  const ofForms = new Map<number, Suspicion>()
  let order = 0
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    order++
    const bounds = boundsOf(pdfium, object, scratch)
    if (!bounds) continue
    const box = boxToDisplay(frame, bounds)
    if (object.kind === objectKinds.image) pictures.push(box)
    if (object.kind !== objectKinds.text) {
      paint(given, { object, bounds, box, order, paints })
      continue
    }
    const found = suspicionOfText(given, { object, bounds, box, paints, ofForms })
    texts.set(object.handle, { order, box, found })
    if (isHuge(box)) paints.add({ order, box, isWhole: false })
  }
  for (const box of annotationsOver(given)) annotations.add({ order: ++order, box, isWhole: false })
  // Letters of one text object follow each other.
  let known = 0
  let text: ReturnType<typeof texts.get>
  return {
    pictures,
    isPlain(run) {
      const its = texts.get(run)
      if (!its || its.found) return false
      const [x0, y0, x1, y1] = its.box
      if (x0 < 0 || y0 < 0 || x1 > width || y1 > height) return false
      return ![paints, annotations].some((over) => over.mayCover(its.order, its.box))
    },
    suspicionOf(run, x, y) {
      if (run !== known) text = texts.get(run)
      known = run
      if (!text) return undefined
      if (text.found) return text.found
      if (paints.isCovered(text.order, x, y)) return covered
      return annotations.isCovered(text.order, x, y) ? underAnnotations : undefined
    },
    coloursOf(run, box) {
      const fill = fillOfText(given, run)
      return fill && coloursWithin(fill, box, paints)
    },
  }
}

const covered: Suspicion = { reason: 'covered', isCertain: false }
const underAnnotations: Suspicion = { ...covered, isUnderAnnotations: true }

/** By either side, for it may be turned, and one letter alone. */
function isHuge([x0, y0, x1, y1]: Box): boolean {
  return Math.min(x1 - x0, y1 - y0) >= hugeLetters
}

type Painting = {
  readonly object: PageObject
  /** In PDF space, and as displayed. */
  readonly bounds: Box
  readonly box: Box
  readonly order: number
  readonly paints: Paints
}

function paint(given: LookedAt, painting: Painting): void {
  const { object, bounds, box, order, paints } = painting
  if (Math.min(box[2] - box[0], box[3] - box[1]) < thinnest) return
  if (object.kind === objectKinds.path) {
    paintPath(given, painting)
    return
  }
  const isWhole = object.kind === objectKinds.image && isSolid(given, object, bounds)
  paints.add({ order, box, isWhole })
}

function paintPath(given: LookedAt, { object, bounds, box, order, paints }: Painting): void {
  const fill = fillOfPath(given, object.handle)
  if (fill === 'none') return
  if (fill === 'pattern' || fill.alpha < opaque || !isSolid(given, object, bounds)) {
    paints.add({ order, box, isWhole: false })
    return
  }
  const { colour } = fill
  const rectangles = rectanglesOf(given, object)
  if (!rectangles) paints.add({ order, box, isWhole: false, colour })
  for (const rectangle of rectangles ?? [])
    paints.add({ order, box: boxToDisplay(given.frame, rectangle), isWhole: true, colour })
}

function fillOfPath(given: LookedAt, handle: number): FillColour | 'none' | 'pattern' {
  const { pdfium, scratch } = given
  const p = scratch.pointer
  if (pdfium.FPDFPath_GetDrawMode(handle, p, p + 4) !== 1) return 'none'
  const [mode = 0] = new Int32Array(pdfium.memory.buffer, p, 1)
  if (mode === 0) return 'none'
  const fill = fillOf(given, handle)
  return fill?.alpha === 0 ? 'none' : (fill ?? 'pattern')
}

/** Whether all of it is painted, and lets nothing through: not on a layer that may be off, and not cut off by a clipping. */
function isSolid(given: LookedAt, object: PageObject, bounds: Box): boolean {
  const { handle, within } = object
  return (
    !within &&
    given.pdfium.FPDFPageObj_HasTransparency(handle) === 0 &&
    !isInLayer(given, handle) &&
    !cutsOff(given, object, bounds)
  )
}

type Text = {
  readonly object: PageObject
  /** In PDF space, and as displayed. */
  readonly bounds: Box
  readonly box: Box
  readonly paints: Paints
  readonly ofForms: Map<number, Suspicion>
}

function suspicionOfText(given: LookedAt, text: Text): Suspicion | undefined {
  const { pdfium } = given
  const { object, bounds } = text
  const { handle } = object
  if (isTiny(given, object, bounds)) return { reason: 'tiny', isCertain: true }
  const mode = pdfium.FPDFTextObj_GetTextRenderMode(handle)
  if (unpainted.has(mode)) return { reason: 'transparent', isCertain: false }
  const inLayer = suspicionOfContainer(given, object, text.ofForms)
  if (inLayer) return inLayer
  const fill = fillOfText(given, handle)
  // A pattern, of which nothing is known.
  if (!fill) return { reason: 'no-contrast', isCertain: false }
  if (fill.alpha < opaque / 4) return { reason: 'transparent', isCertain: false }
  if (pdfium.FPDFPageObj_HasTransparency(handle) === 1 && fill.alpha === opaque)
    return { reason: 'transparent', isCertain: false }
  if (!standsOut(fill, text.box, text.paints)) return { reason: 'no-contrast', isCertain: false }
  return cutsOff(given, object, bounds) ? { reason: 'outside', isCertain: false } : undefined
}

/** By its matrix, which may make a large font small. The letters of a font of drawings tell their size by their box alone. */
function isTiny(
  { pdfium, scratch }: LookedAt,
  { handle, toPage }: PageObject,
  [x0, y0, x1, y1]: Box,
): boolean {
  // What is higher by its ink is set larger.
  if (Math.min(x1 - x0, y1 - y0) >= smallestSize) return false
  if (pdfium.FPDFTextObj_GetFontSize(handle, scratch.pointer) !== 1) return false
  const size = Math.abs(scratch.floats()[0] ?? 0)
  // Programs set a font of one point under a matrix; one that is large by both is not tiny.
  const [a, b, c, d] = multiply(matrixOf(pdfium, handle, scratch), toPage)
  const across = size * Math.hypot(c, d)
  return across < smallestSize && size * Math.hypot(a, b) < 2 * smallestSize + across
}

/** A layer that may be off, or a form XObject that may be drawn without colour: only a look at the page tells. */
function suspicionOfContainer(
  given: LookedAt,
  { handle, within }: PageObject,
  ofForms: Text['ofForms'],
): Suspicion | undefined {
  if (isInLayer(given, handle)) return { reason: 'layer', isCertain: false }
  let found: Suspicion | undefined
  for (let form = within; form; form = form.within) {
    if (!ofForms.has(form.handle)) ofForms.set(form.handle, suspicionOfForm(given, form.handle))
    found = ofForms.get(form.handle)
    if (found?.reason === 'transparent') return found
  }
  return found
}

/** PDFium does not say whether the form names a layer itself. */
function suspicionOfForm({ pdfium }: LookedAt, form: number): Suspicion {
  const isFaint = pdfium.FPDFPageObj_HasTransparency(form) === 1
  return { reason: isFaint ? 'transparent' : 'layer', isCertain: false }
}

const mostMarks = 16

function isInLayer({ pdfium, scratch }: LookedAt, handle: number): boolean {
  const count = pdfium.FPDFPageObj_CountMarks(handle)
  for (let i = 0; i < Math.min(count, mostMarks); i++) {
    const mark = pdfium.FPDFPageObj_GetMark(handle, i)
    const p = scratch.pointer
    if (pdfium.FPDFPageObjMark_GetName(mark, p, 8, p + 16) !== 1) continue
    const [bytes = 0] = new Uint32Array(pdfium.memory.buffer, p + 16, 1)
    if (bytes === 6 && Buffer.from(pdfium.memory.buffer, p, 4).toString('utf16le') === 'OC')
      return true
  }
  return count > mostMarks
}
