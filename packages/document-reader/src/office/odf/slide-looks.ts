import { type Colour, parseColour, white } from '../../images/colour.ts'
import { elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import { type OdfLook, type OdfLooks, pointsOf } from './odf-looks.ts'

/** Returns the look inside a shape of a slide. */
export type ShapeLook = (shape: XmlElement) => OdfLook

type Size = { readonly width: number; readonly height: number }
type Rectangle = Size & { readonly x: number; readonly y: number }

const usualSize: Size = { width: 28 * 28.35, height: 21 * 28.35 }
/** Shapes of one slide that are compared with each other. */
const maxShapes = 2000

/** Tells which shapes of slides lie beside the slide, or over something that colours their background. */
export function readSlideLooks(
  styles: XmlElement,
  looks: OdfLooks,
): (slide: XmlElement) => ShapeLook {
  const masters = new Map(
    findAll(styles, 'master-page').map((master) => [master.attributes.name, master]),
  )
  const sizes = new Map(
    findAll(styles, 'page-layout').map((layout) => [layout.attributes.name, sizeOf(layout)]),
  )
  return (slide) => {
    const master = masters.get(slide.attributes['master-page-name'])
    const size = sizes.get(master?.attributes['page-layout-name']) ?? usualSize
    const outer = lookOfSlide(slide, master, looks)
    const isOverPaper = openPaperCheck(slide, master, looks)
    return (shape) => lookOfShape(shape, { looks, size, outer, isOverPaper })
  }
}

type SlideScene = {
  readonly looks: OdfLooks
  readonly size: Size
  readonly outer: OdfLook
  readonly isOverPaper: (shape: XmlElement, place: Rectangle | undefined) => boolean
}

function lookOfShape(shape: XmlElement, { looks, size, outer, isOverPaper }: SlideScene): OdfLook {
  const place = placeOf(shape)
  if (place && isOutside(place, size)) return { ...outer, reason: outer.reason ?? 'outside' }
  const own = looks.inside(shape, { ...outer, background: undefined })
  if (own.background || fillNameOf(shape, looks) !== 'none') return own
  return { ...own, background: isOverPaper(shape, place) ? outer.background : undefined }
}

function lookOfSlide(slide: XmlElement, master: XmlElement | undefined, looks: OdfLooks): OdfLook {
  const visibility = looks.property('drawing-page', slide.attributes['style-name'], [
    'drawing-page-properties',
    'visibility',
  ])
  const reason = visibility === 'hidden' ? 'layer' : undefined
  return { ...looks.usual, reason, background: paperOf([slide, master], looks) }
}

/** Tells whether nothing that is drawn before a shape paints where it stands. */
function openPaperCheck(slide: XmlElement, master: XmlElement | undefined, looks: OdfLooks) {
  const backdrop = master ? elementsOf(master).filter(({ attributes }) => !attributes.class) : []
  const drawnShapes = [...backdrop, ...elementsOf(slide)]
    .filter(({ name }) => name !== 'notes' && name !== 'forms')
    .map((shape) => ({
      shape,
      place: placeOf(shape),
      paints: fillNameOf(shape, looks) !== 'none',
    }))
  const orders = new Map(drawnShapes.map(({ shape }, order) => [shape, order]))
  return (shape: XmlElement, place: Rectangle | undefined): boolean => {
    // A shape of a group may lie over any other one.
    const order = orders.get(shape) ?? drawnShapes.length
    if (order > maxShapes) return false
    return !drawnShapes
      .slice(0, order)
      .some((otherShape) => otherShape.paints && overlaps(place, otherShape.place))
  }
}

/** `none` for what paints nothing but its letters. */
function fillNameOf({ attributes }: XmlElement, looks: OdfLooks): string | undefined {
  const name = attributes['style-name']
  return (
    looks.property('graphic', name, ['graphic-properties', 'fill']) ??
    looks.property('presentation', name, ['graphic-properties', 'fill'])
  )
}

function paperOf(pages: readonly (XmlElement | undefined)[], looks: OdfLooks): Colour | undefined {
  for (const page of pages) {
    const property = (key: string) =>
      looks.property('drawing-page', page?.attributes['style-name'], [
        'drawing-page-properties',
        key,
      ])
    const fill = property('fill')
    if (fill === 'solid') return parseColour(property('fill-color') ?? '')
    if (fill !== undefined && fill !== 'none') return undefined
  }
  return white
}

function sizeOf(layout: XmlElement): Size {
  const [properties] = findAll(layout, 'page-layout-properties')
  return {
    width: pointsOf(properties?.attributes['page-width'], usualSize.width),
    height: pointsOf(properties?.attributes['page-height'], usualSize.height),
  }
}

function placeOf({ attributes }: XmlElement): Rectangle | undefined {
  const { x, y, width, height, transform } = attributes
  const values = [x, y, width, height].map((length) => pointsOf(length, Number.NaN))
  const [left = Number.NaN, top = Number.NaN, wide = Number.NaN, high = Number.NaN] = values
  return transform || values.some(Number.isNaN)
    ? undefined
    : { x: left, y: top, width: wide, height: high }
}

/** Text may run on below its shape. */
const isOutside = ({ x, y, width, height }: Rectangle, page: Size): boolean =>
  x >= page.width || y >= page.height || x + width <= 0 || y + Math.max(height, 24) <= 0

/** What has no place may lie anywhere. */
const overlaps = (a: Rectangle | undefined, b: Rectangle | undefined): boolean =>
  !a ||
  !b ||
  (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
