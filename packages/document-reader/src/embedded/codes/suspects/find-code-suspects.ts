import { boxesOverlap, uniteBoxes } from '@recto/document-text/unite-boxes'
import type { GreyImage } from '../../../images/grey-image.ts'
import { type BinaryPicture, halve, toBinary } from './binary-picture.ts'
import type { CodeSuspect } from './code-suspect.ts'
import { readColumnEdges, readRowEdges } from './edge-lines.ts'
import { barStep, findLinear, findPdf417 } from './find-bars.ts'
import { findCorners } from './find-corners.ts'
import { findRings } from './find-rings.ts'

/** Pixels: no code is smaller. */
const minSide = 8
/** Pixels: a copy of a picture is not made smaller, because no code would fit into it. */
const minHalvedSide = 20
/** The original and its smaller copies. */
const maxCopies = 6
/** Pixels of a module in a smaller copy: smaller ones are seen in the copy before. */
const minModuleOfCopy = 1.4
/** A picture with more suspects is a texture; the first ones are read. */
const maxSuspects = 12

/**
 * Returns the parts of a picture that may be codes, in its pixels: a cheap test, which is generous,
 * because decoding a part that is none costs little, and says no to nearly all logos, photographs,
 * letters and tables. Codes may be dark or light, turned, in perspective and unevenly lit. Each
 * smaller copy of the picture shows larger modules and less noise.
 */
export function findCodeSuspects(image: GreyImage): CodeSuspect[] {
  const suspects: CodeSuspect[] = []
  for (const { copy, scale } of listCopies(image))
    for (const suspect of findInCopy(toBinary(copy)))
      if (scale === 1 || suspect.moduleSize >= minModuleOfCopy)
        addSuspect(suspects, enlarge(suspect, scale))
  return suspects.slice(0, maxSuspects)
}

/** Yields a picture and smaller copies, with the pixels of the picture per pixel of a copy. */
function* listCopies(
  image: GreyImage,
): Generator<{ readonly copy: GreyImage; readonly scale: number }> {
  if (Math.min(image.width, image.height) < minSide) return
  let copy = image
  for (let scale = 1, i = 0; i < maxCopies; i++, scale *= 2) {
    yield { copy, scale }
    if (Math.min(copy.width, copy.height) < 2 * minHalvedSide) return
    copy = halve(copy)
  }
}

function findInCopy(picture: BinaryPicture): CodeSuspect[] {
  const rows = readRowEdges(picture)
  const columns = readColumnEdges(picture, barStep)
  return [
    ...findRings(picture, rows),
    ...findLinear(rows),
    ...findLinear(columns).map(turnBack),
    ...findPdf417(rows),
    ...findPdf417(columns).map(turnBack),
    ...findCorners(picture, rows),
  ]
}

function turnBack(suspect: CodeSuspect): CodeSuspect {
  const [x0, y0, x1, y1] = suspect.box
  return { ...suspect, box: [y0, x0, y1, x1] }
}

function enlarge({ pattern, box, moduleSize }: CodeSuspect, scale: number): CodeSuspect {
  const [x0, y0, x1, y1] = box
  return {
    pattern,
    box: [x0 * scale, y0 * scale, x1 * scale, y1 * scale],
    moduleSize: moduleSize * scale,
  }
}

/** Adds a suspect, joined with one of the same pattern that it overlaps. */
function addSuspect(suspects: CodeSuspect[], suspect: CodeSuspect): void {
  const index = suspects.findIndex(
    ({ pattern, box }) => pattern === suspect.pattern && boxesOverlap(box, suspect.box),
  )
  if (index < 0) {
    suspects.push(suspect)
    return
  }
  const earlierSuspect = suspects[index]!
  suspects[index] = {
    pattern: earlierSuspect.pattern,
    box: uniteBoxes([earlierSuspect.box, suspect.box]),
    moduleSize: Math.min(earlierSuspect.moduleSize, suspect.moduleSize),
  }
}
