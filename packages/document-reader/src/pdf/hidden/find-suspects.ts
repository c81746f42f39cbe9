import type { Box, HiddenReason } from '@recto/document-text/model'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  getObjectMatrix,
  multiply,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { findAnnotationBoxes } from './annotations-over.ts'
import { mayBeClipped } from './clipping.ts'
import { type FillColour, opaque, readFill, readTextFill } from './fill-colour.ts'
import { openPaints, type Paints } from './paints.ts'
import { findRectangles } from './rectangles.ts'
import { findColoursWithin, hasPlainContrast, type TextColours } from './stands-out.ts'

export type Suspicion = {
  readonly reason: HiddenReason
  /** Rendering the page cannot refute it. */
  readonly isCertain: boolean
  /** Only annotations are drawn over it. */
  readonly isUnderAnnotations?: boolean
}

type PageContext = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
}

export type PageSuspects = {
  /** Whether nothing suggests that any letter of a text object is hidden. */
  isPlain(run: number): boolean
  /** Returns why the letters of a text object at a point of the displayed page may be hidden. */
  findSuspicion(run: number, x: number, y: number): Suspicion | undefined
  /**
   * Returns the colours of a text object and of its background within a box, where each is a single
   * known colour.
   */
  findColours(run: number, box: Box): TextColours | undefined
  /** The pictures of the page that may be scans, as displayed. */
  readonly pictures: readonly Box[]
}

/** Minimum font size in points that a person can read. */
const minSize = 2
/** Height in points from which letters may cover others. */
const minCoveringHeight = 36
/** Thickness in points; anything thinner is a ruling line and covers nothing. */
const minCoveringThickness = 1.5
/** Text render modes that paint nothing: ISO 32000-1, 9.3.6. */
const unpaintedModes: ReadonlySet<number> = new Set([3, 7])

const coveredSuspicion: Suspicion = { reason: 'covered', isCertain: false }
const underAnnotationsSuspicion: Suspicion = { ...coveredSuspicion, isUnderAnnotations: true }

/**
 * Finds texts that may be hidden, from the objects of a page alone and without rendering it: how
 * each text is painted, on what, and what is painted over it. Visits every object once.
 */
export function findSuspects(context: PageContext): PageSuspects {
  const { pdfium, scratch, page, frame } = context
  const { width, height } = displaySize(frame)
  const paints = openPaints({ width, height })
  const annotations = openPaints({ width, height })
  const texts = new Map<
    number,
    { readonly order: number; readonly box: Box; readonly suspicion?: Suspicion | undefined }
  >()
  const pictures: Box[] = []
  const formSuspicions = new Map<number, Suspicion>()
  let order = 0
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    order++
    const bounds = getObjectBounds(pdfium, object, scratch)
    if (!bounds) continue
    const box = boxToDisplay(frame, bounds)
    if (object.kind === objectKinds.image) pictures.push(box)
    if (object.kind !== objectKinds.text) {
      addPaint(context, { object, bounds, box, order, paints })
      continue
    }
    const suspicion = findTextSuspicion(context, { object, bounds, box, paints, formSuspicions })
    texts.set(object.handle, { order, box, suspicion })
    if (isHuge(box)) paints.add({ order, box, isWhole: false })
  }
  for (const box of findAnnotationBoxes(context))
    annotations.add({ order: ++order, box, isWhole: false })
  // Cached, because the letters of one text object are consecutive.
  let currentRun = 0
  let currentText: ReturnType<typeof texts.get>
  return {
    pictures,
    isPlain(run) {
      const runText = texts.get(run)
      if (!runText || runText.suspicion) return false
      const [x0, y0, x1, y1] = runText.box
      if (x0 < 0 || y0 < 0 || x1 > width || y1 > height) return false
      return ![paints, annotations].some((layer) => layer.mayCover(runText.order, runText.box))
    },
    findSuspicion(run, x, y) {
      if (run !== currentRun) currentText = texts.get(run)
      currentRun = run
      if (!currentText) return undefined
      if (currentText.suspicion) return currentText.suspicion
      if (paints.isCovered(currentText.order, x, y)) return coveredSuspicion
      return annotations.isCovered(currentText.order, x, y) ? underAnnotationsSuspicion : undefined
    },
    findColours(run, box) {
      const fill = readTextFill(context, run)
      return fill && findColoursWithin(fill, box, paints)
    },
  }
}

/** Checks the shorter side: the text may be rotated, or a single letter. */
function isHuge([x0, y0, x1, y1]: Box): boolean {
  return Math.min(x1 - x0, y1 - y0) >= minCoveringHeight
}

type PaintedObject = {
  readonly object: PageObject
  /** The box in PDF space; `box` is the displayed one. */
  readonly bounds: Box
  readonly box: Box
  readonly order: number
  readonly paints: Paints
}

function addPaint(context: PageContext, paintedObject: PaintedObject): void {
  const { object, bounds, box, order, paints } = paintedObject
  if (Math.min(box[2] - box[0], box[3] - box[1]) < minCoveringThickness) return
  if (object.kind === objectKinds.path) {
    addPaintedPath(context, paintedObject)
    return
  }
  const isWhole = object.kind === objectKinds.image && isSolid(context, object, bounds)
  paints.add({ order, box, isWhole })
}

function addPaintedPath(
  context: PageContext,
  { object, bounds, box, order, paints }: PaintedObject,
): void {
  const fill = readPathFill(context, object.handle)
  if (fill === 'none') return
  if (fill === 'pattern' || fill.alpha < opaque || !isSolid(context, object, bounds)) {
    paints.add({ order, box, isWhole: false })
    return
  }
  const { colour } = fill
  const rectangles = findRectangles(context, object)
  if (!rectangles) paints.add({ order, box, isWhole: false, colour })
  for (const rectangle of rectangles ?? [])
    paints.add({ order, box: boxToDisplay(context.frame, rectangle), isWhole: true, colour })
}

function readPathFill(context: PageContext, handle: number): FillColour | 'none' | 'pattern' {
  const { pdfium, scratch } = context
  const p = scratch.pointer
  if (pdfium.FPDFPath_GetDrawMode(handle, p, p + 4) !== 1) return 'none'
  const [mode = 0] = new Int32Array(pdfium.memory.buffer, p, 1)
  if (mode === 0) return 'none'
  const fill = readFill(context, handle)
  return fill?.alpha === 0 ? 'none' : (fill ?? 'pattern')
}

/**
 * Whether an object is fully painted and opaque: not on a layer that may be off, and not clipped.
 */
function isSolid(context: PageContext, object: PageObject, bounds: Box): boolean {
  const { handle, parentForm } = object
  return (
    !parentForm &&
    context.pdfium.FPDFPageObj_HasTransparency(handle) === 0 &&
    !isInLayer(context, handle) &&
    !mayBeClipped(context, object, bounds)
  )
}

type TextContext = {
  readonly object: PageObject
  /** The box in PDF space; `box` is the displayed one. */
  readonly bounds: Box
  readonly box: Box
  readonly paints: Paints
  readonly formSuspicions: Map<number, Suspicion>
}

function findTextSuspicion(context: PageContext, text: TextContext): Suspicion | undefined {
  const { pdfium } = context
  const { object, bounds } = text
  const { handle } = object
  if (isTiny(context, object, bounds)) return { reason: 'tiny', isCertain: true }
  const mode = pdfium.FPDFTextObj_GetTextRenderMode(handle)
  if (unpaintedModes.has(mode)) return { reason: 'transparent', isCertain: false }
  const containerSuspicion = findContainerSuspicion(context, object, text.formSuspicions)
  if (containerSuspicion) return containerSuspicion
  const fill = readTextFill(context, handle)
  // A pattern, whose colours are unknown.
  if (!fill) return { reason: 'no-contrast', isCertain: false }
  if (fill.alpha < opaque / 4) return { reason: 'transparent', isCertain: false }
  if (pdfium.FPDFPageObj_HasTransparency(handle) === 1 && fill.alpha === opaque)
    return { reason: 'transparent', isCertain: false }
  if (!hasPlainContrast(fill, text.box, text.paints))
    return { reason: 'no-contrast', isCertain: false }
  return mayBeClipped(context, object, bounds) ? { reason: 'outside', isCertain: false } : undefined
}

/**
 * Checks the effective size, since the matrix may make a large font small. Type 3 fonts reveal
 * their size by their box alone.
 */
function isTiny(
  { pdfium, scratch }: PageContext,
  { handle, toPage }: PageObject,
  [x0, y0, x1, y1]: Box,
): boolean {
  // Text with taller ink is set in a larger size.
  if (Math.min(x1 - x0, y1 - y0) >= minSize) return false
  if (pdfium.FPDFTextObj_GetFontSize(handle, scratch.pointer) !== 1) return false
  const size = Math.abs(scratch.floats()[0] ?? 0)
  // Programs set a font of one point under a scaling matrix; text that is large in either direction
  // is not tiny.
  const [a, b, c, d] = multiply(getObjectMatrix(pdfium, handle, scratch), toPage)
  const heightAcross = size * Math.hypot(c, d)
  return heightAcross < minSize && size * Math.hypot(a, b) < 2 * minSize + heightAcross
}

/**
 * Suspects text on a layer that may be off, or in a form XObject that may be drawn without colour:
 * only rendering shows.
 */
function findContainerSuspicion(
  context: PageContext,
  { handle, parentForm }: PageObject,
  formSuspicions: TextContext['formSuspicions'],
): Suspicion | undefined {
  if (isInLayer(context, handle)) return { reason: 'layer', isCertain: false }
  let suspicion: Suspicion | undefined
  for (let form = parentForm; form; form = form.parentForm) {
    if (!formSuspicions.has(form.handle))
      formSuspicions.set(form.handle, findFormSuspicion(context, form.handle))
    suspicion = formSuspicions.get(form.handle)
    if (suspicion?.reason === 'transparent') return suspicion
  }
  return suspicion
}

/** PDFium does not say whether the form names a layer itself. */
function findFormSuspicion({ pdfium }: PageContext, form: number): Suspicion {
  const isFaint = pdfium.FPDFPageObj_HasTransparency(form) === 1
  return { reason: isFaint ? 'transparent' : 'layer', isCertain: false }
}

const maxMarks = 16

function isInLayer({ pdfium, scratch }: PageContext, handle: number): boolean {
  const count = pdfium.FPDFPageObj_CountMarks(handle)
  for (let i = 0; i < Math.min(count, maxMarks); i++) {
    const mark = pdfium.FPDFPageObj_GetMark(handle, i)
    const p = scratch.pointer
    if (pdfium.FPDFPageObjMark_GetName(mark, p, 8, p + 16) !== 1) continue
    const [bytes = 0] = new Uint32Array(pdfium.memory.buffer, p + 16, 1)
    if (bytes === 6 && Buffer.from(pdfium.memory.buffer, p, 4).toString('utf16le') === 'OC')
      return true
  }
  return count > maxMarks
}
