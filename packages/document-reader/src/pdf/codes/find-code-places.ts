import type { Box } from '@recto/document-text/model'
import { boxesOverlap, uniteBoxes } from '@recto/document-text/unite-boxes'
import { readFill, readStroke } from '../hidden/fill-colour.ts'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import type { OpenDocument, Pdfium } from '../pdfium/pdfium.ts'
import { findDenseParts } from './find-dense-parts.ts'

export type CodePage = OpenDocument & {
  readonly page: number
  readonly frame: PageFrame
}

/** An image object and its box on the displayed page in points. */
export type PlacedImage = { readonly object: PageObject; readonly box: Box }

/** Places that may show a code; boxes are in points of the displayed page. */
export type CodePlaces = {
  /** Images that stand alone: their own pixels tell whether they show a code. */
  readonly images: readonly PlacedImage[]
  /** Parts that have to be rendered to see what they show. */
  readonly areas: readonly Box[]
}

/** In points: a piece of a code, a module or a bar, is no thicker and no longer. */
const maxPiece = { thickness: 12, length: 240 }
/**
 * Minimum number of segments of a single path that draws a whole code; frames, arrows and letters
 * have fewer.
 */
const minSegments = 100
/** In points: the smallest printed codes are larger. */
const minSize = 10
/** A page with more objects is a drawing, and all of it is rendered. */
const maxObjects = 20_000
/** Images of a page that are examined by themselves, the largest first; more are rendered. */
const maxImages = 40
const maxAnnotations = 1000
/** White margin around a code in points, which decoders need. */
const margin = 15
/** PDFium's number for the kind of annotation. */
const stamp = 13

/**
 * Returns what may draw a bar or QR code on a page: images, many small pieces close together, and
 * paths of many segments. Letters, lines and frames do not count, so a page of text costs one check
 * per object. A code that is set in a bar code font is not found.
 */
export function findCodePlaces(codePage: CodePage): CodePlaces {
  const { width, height } = displaySize(codePage.frame)
  const wholePage: CodePlaces = { images: [], areas: [[0, 0, width, height]] }
  const foundObjects: FoundObjects = { images: [], dark: [], light: [], paths: [], grounds: [] }
  let objects = 0
  for (const object of walkPageObjects(codePage.pdfium, codePage.page, codePage.scratch)) {
    objects += 1
    if (objects > maxObjects) return wholePage
    if (object.kind !== objectKinds.text) addObject(codePage, object, foundObjects)
  }
  const { singleImages, tileAreas } = separateTiles(foundObjects.images)
  const lightParts = findDenseParts(foundObjects.light).filter((part) =>
    foundObjects.grounds.some((ground) => isInside(part, ground)),
  )
  const areas = [
    ...findStamps(codePage),
    ...foundObjects.paths,
    ...findDenseParts(foundObjects.dark),
    ...lightParts,
    ...tileAreas,
  ]
  return { images: singleImages, areas: toAreas(areas, { width, height }) }
}

type FoundObjects = {
  readonly images: PlacedImage[]
  /** Dark and light pieces, and pieces of unknown tone among the dark ones. */
  readonly dark: Box[]
  readonly light: Box[]
  readonly paths: Box[]
  /** Larger dark shapes, on which light pieces may be a code. */
  readonly grounds: Box[]
}

/** Tones from 0 to 255. Rules and backgrounds of tables are often lighter, bars are not. */
const maxDarkTone = 150

function addObject(codePage: CodePage, object: PageObject, foundObjects: FoundObjects): void {
  const { pdfium, frame, scratch } = codePage
  const bounds = getObjectBounds(pdfium, object, scratch)
  if (!bounds) return
  const box = boxToDisplay(frame, bounds)
  const [shortSide, longSide] = getSides(box)
  const isPiece = shortSide <= maxPiece.thickness && longSide <= maxPiece.length
  if (object.kind === objectKinds.image && longSide >= minSize)
    foundObjects.images.push({ object, box })
  else if (isLongPath(pdfium, object)) foundObjects.paths.push(box)
  else if (readTone(codePage, object) > maxDarkTone) {
    if (isPiece) foundObjects.light.push(box)
  } else if (isPiece) foundObjects.dark.push(box)
  else if (shortSide >= minSize) foundObjects.grounds.push(box)
}

/** Returns the tone in which a path is filled, or else drawn; 0 where it is unknown. */
function readTone(codePage: CodePage, { kind, handle }: PageObject): number {
  if (kind !== objectKinds.path) return 0
  const { pdfium, scratch } = codePage
  const p = scratch.pointer
  const isKnown = pdfium.FPDFPath_GetDrawMode(handle, p, p + 4) === 1
  const fillMode = new Int32Array(pdfium.memory.buffer, p, 1)[0]
  const fill = isKnown && fillMode === 0 ? readStroke(codePage, handle) : readFill(codePage, handle)
  if (!fill) return 0
  const [red, green, blue] = fill.colour
  return (red * 77 + green * 150 + blue * 29) >> 8
}

function isLongPath(pdfium: Pdfium, { kind, handle }: PageObject): boolean {
  return kind === objectKinds.path && pdfium.FPDFPath_CountSegments(handle) >= minSegments
}

function getSides([x0, y0, x1, y1]: Box): readonly [shortSide: number, longSide: number] {
  return [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)]
}

type SeparatedImages = {
  readonly singleImages: readonly PlacedImage[]
  readonly tileAreas: readonly Box[]
}

/**
 * Separates images that stand alone from tiles and strips of a larger image, which may cut a code.
 * Too many images are treated as one.
 */
function separateTiles(images: readonly PlacedImage[]): SeparatedImages {
  if (images.length > maxImages * 4) return { singleImages: [], tileAreas: [uniteAll(images)] }
  const groups: PlacedImage[][] = []
  for (const image of images) {
    const touchingGroups = groups.filter((group) =>
      group.some((one) => isNextTo(one.box, image.box)),
    )
    const rest = groups.filter((group) => !touchingGroups.includes(group))
    groups.splice(0, groups.length, ...rest, [...touchingGroups.flat(), image])
  }
  const single = groups
    .filter((group) => group.length === 1)
    .flat()
    .filter(({ box }) => getSides(box)[0] >= minSize)
    .sort((a, b) => getArea(b.box) - getArea(a.box))
  const areas = groups.filter((group) => group.length > 1).map(uniteAll)
  const tooMany = single.slice(maxImages)
  return {
    singleImages: single.slice(0, maxImages),
    tileAreas: tooMany.length > 0 ? [...areas, uniteAll(tooMany)] : areas,
  }
}

function uniteAll(images: readonly PlacedImage[]): Box {
  return uniteBoxes(images.map(({ box }) => box))
}

function getArea([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0)
}

/** Points between tiles, or by which they overlap. */
const maxGap = 1.5
/** Share of the shorter side that tiles have in common. */
const minCommonSide = 0.8

/** Whether two boxes meet along a side. */
function isNextTo(a: Box, b: Box): boolean {
  const common = (first: 0 | 1) =>
    Math.min(a[first + 2]!, b[first + 2]!) - Math.max(a[first]!, b[first]!)
  const shorter = (first: 0 | 1) => Math.min(a[first + 2]! - a[first]!, b[first + 2]! - b[first]!)
  const meet = (mainAxis: 0 | 1, crossAxis: 0 | 1) =>
    Math.abs(common(crossAxis)) <= maxGap && common(mainAxis) >= minCommonSide * shorter(mainAxis)
  return meet(0, 1) || meet(1, 0)
}

type Size = { readonly width: number; readonly height: number }

/** Adds the margin, clips to the page, and joins parts that overlap. */
function toAreas(boxes: readonly Box[], { width, height }: Size): readonly Box[] {
  const areas: Box[] = []
  for (const [x0, y0, x1, y1] of boxes) {
    let area: Box = [
      Math.max(0, x0 - margin),
      Math.max(0, y0 - margin),
      Math.min(width, x1 + margin),
      Math.min(height, y1 + margin),
    ]
    if (getSides(area)[0] < minSize) continue
    for (let i = areas.findIndex((one) => boxesOverlap(one, area)); i >= 0; ) {
      area = uniteBoxes([area, ...areas.splice(i, 1)])
      i = areas.findIndex((one) => boxesOverlap(one, area))
    }
    areas.push(area)
  }
  return areas
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
  )
}

/** Returns the boxes of the stamps that draw something, on the displayed page. */
function findStamps({ pdfium, page, frame, scratch }: CodePage): Box[] {
  const boxes: Box[] = []
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) continue
    const isDrawn =
      pdfium.FPDFAnnot_GetSubtype(annotation) === stamp &&
      pdfium.FPDFAnnot_GetObjectCount(annotation) > 0 &&
      pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) === 1
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
    if (isDrawn) boxes.push(boxToDisplay(frame, [left, bottom, right, top]))
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return boxes.filter((box) => getSides(box)[0] >= minSize)
}
