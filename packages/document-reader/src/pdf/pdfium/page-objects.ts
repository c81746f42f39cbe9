import type { Box } from '@recto/document-text/model'
import type { Pdfium, Scratch } from './pdfium.ts'

/** PDFium's numbers for the kinds of page objects. */
export const objectKinds = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const

/** `[a, b, c, d, e, f]` of ISO 32000-1, 8.3.3: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export type PageObject = {
  readonly handle: number
  readonly kind: number
  /** Transforms from the space of the object's container to PDF space of the page. */
  readonly toPage: Matrix
  /** The form XObject that it is part of. */
  readonly parentForm?: PageObject
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]
const maxFormDepth = 8

/**
 * Yields everything that a page draws, or what is of one kind, in drawing order. Form XObjects are entered
 * and not returned themselves. Leaving the loop ends the walk.
 */
export function* walkPageObjects(
  pdfium: Pdfium,
  page: number,
  scratch: Scratch,
  onlyKind?: number,
): Generator<PageObject> {
  const count = pdfium.FPDFPage_CountObjects(page)
  for (let i = 0; i < count; i++) {
    const handle = pdfium.FPDFPage_GetObject(page, i)
    const kind = pdfium.FPDFPageObj_GetType(handle)
    if (kind === objectKinds.form)
      yield* walkForm(pdfium, scratch, { handle, kind, toPage: identity }, { depth: 1, onlyKind })
    else if (onlyKind === undefined || kind === onlyKind) yield { handle, kind, toPage: identity }
  }
}

type FormWalk = { readonly depth: number; readonly onlyKind: number | undefined }

function* walkForm(
  pdfium: Pdfium,
  scratch: Scratch,
  form: PageObject,
  { depth, onlyKind }: FormWalk,
): Generator<PageObject> {
  const toPage = multiply(getObjectMatrix(pdfium, form.handle, scratch), form.toPage)
  const count = pdfium.FPDFFormObj_CountObjects(form.handle)
  for (let i = 0; i < count; i++) {
    const handle = pdfium.FPDFFormObj_GetObject(form.handle, i)
    const inner = { handle, kind: pdfium.FPDFPageObj_GetType(handle), toPage, parentForm: form }
    if (inner.kind === objectKinds.form) {
      const innerWalk = { depth: depth + 1, onlyKind }
      if (depth < maxFormDepth) yield* walkForm(pdfium, scratch, inner, innerWalk)
    } else if (onlyKind === undefined || inner.kind === onlyKind) yield inner
  }
}

/** Returns the object's own matrix; the identity for objects that have none. */
export function getObjectMatrix(pdfium: Pdfium, object: number, scratch: Scratch): Matrix {
  if (pdfium.FPDFPageObj_GetMatrix(object, scratch.pointer) !== 1) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = scratch.floats()
  return [a, b, c, d, e, f]
}

/** Combines two transformations; `first` is applied first. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [
    a * g + b * i,
    a * h + b * j,
    c * g + d * i,
    c * h + d * j,
    e * g + f * i + k,
    e * h + f * j + l,
  ]
}

export function transform([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Returns the axis-aligned box around a transformed box, in PDF space. */
function transformBox(matrix: Matrix, [x0, y0, x1, y1]: Box): Box {
  const corners = [
    transform(matrix, x0, y0),
    transform(matrix, x1, y0),
    transform(matrix, x0, y1),
    transform(matrix, x1, y1),
  ]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Returns the bounding box of an object in PDF space of the page. */
export function getObjectBounds(
  pdfium: Pdfium,
  { handle, toPage }: PageObject,
  scratch: Scratch,
): Box | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPageObj_GetBounds(handle, p, p + 4, p + 8, p + 12) !== 1) return undefined
  // Indices are quicker than destructuring, which iterates over a typed array.
  const bounds = scratch.floats()
  const box: Box = [bounds[0]!, bounds[1]!, bounds[2]!, bounds[3]!]
  return toPage === identity ? box : transformBox(toPage, box)
}
