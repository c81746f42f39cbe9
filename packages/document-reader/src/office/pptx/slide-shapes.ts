import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'

/** EMU; the size is absent where the shape does not state it. */
export type Place = {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
}
/** Transforms from the space of a group to the slide. */
type Frame = Place & { readonly scaleX: number; readonly scaleY: number }

const slide: Frame = { x: 0, y: 0, scaleX: 1, scaleY: 1 }
/** EMU, a quarter of an inch: shapes whose tops differ by less stand beside each other. */
const rowHeight = 228_600

/**
 * The shapes of a slide in reading order: the title, then from top to bottom and from left to right. A
 * placeholder without a place of its own has that of the layout.
 */
export function arrangeShapes(page: XmlElement, layout: XmlElement): XmlElement[] {
  const placedShapes = placeAllShapes(page, [layout]).filter(({ shape }) =>
    ['sp', 'graphicFrame'].includes(shape.name),
  )
  const rank = (shape: XmlElement) => (kindOfPlaceholder(shape) === 'title' ? 0 : 1)
  const row = ({ y }: Place) => Math.round(y / rowHeight)
  return placedShapes
    .sort(
      (a, b) =>
        rank(a.shape) - rank(b.shape) || row(a.place) - row(b.place) || a.place.x - b.place.x,
    )
    .map(({ shape }) => shape)
}

export type PlacedShape = {
  readonly shape: XmlElement
  readonly place: Place
  /** The place is not known: neither the shape nor its models state one. */
  readonly isUnplaced: boolean
}

/**
 * All that a slide draws, in drawing order. Placeholders without a place of their own have that of the first of `models` which
 * states one.
 */
export function placeAllShapes(
  page: XmlElement,
  models: readonly XmlElement[],
): readonly PlacedShape[] {
  const inheritedPlaces = new Map<string, Place>()
  for (const model of models)
    for (const shape of findAll(model, 'sp')) {
      const place = ownPlace(shape)
      const key = placeholderKey(shape)
      if (place && !inheritedPlaces.has(key)) inheritedPlaces.set(key, place)
    }
  const tree = childOf(page, 'cSld', 'spTree')
  return tree ? [...placeShapes(tree, slide, inheritedPlaces)] : []
}

const drawnNames = new Set(['sp', 'graphicFrame', 'pic', 'contentPart'])

function* placeShapes(
  group: XmlElement,
  frame: Frame,
  inheritedPlaces: ReadonlyMap<string, Place>,
): Generator<PlacedShape> {
  for (const shape of elementsOf(group).filter((one) => !isHidden(one))) {
    const inner = innerGroup(shape, frame)
    if (inner) yield* placeShapes(inner.group, inner.frame, inheritedPlaces)
    else if (drawnNames.has(shape.name)) {
      const place = ownPlace(shape) ?? inheritedPlaces.get(placeholderKey(shape))
      yield {
        shape,
        place: toSlide(place ?? { x: 0, y: 0 }, frame),
        isUnplaced: place === undefined,
      }
    }
  }
}

function innerGroup(
  shape: XmlElement,
  frame: Frame,
): { readonly group: XmlElement; readonly frame: Frame } | undefined {
  if (shape.name === 'grpSp') return { group: shape, frame: intoGroup(shape, frame) }
  const choice = shape.name === 'AlternateContent' ? childOf(shape, 'Choice') : undefined
  return choice && { group: choice, frame }
}

function isHidden(shape: XmlElement): boolean {
  return elementsOf(shape).some((child) => childOf(child, 'cNvPr')?.attributes.hidden === '1')
}

function ownPlace(shape: XmlElement): Place | undefined {
  const transform = childOf(shape, 'spPr', 'xfrm') ?? childOf(shape, 'xfrm')
  const offset = childOf(transform, 'off')?.attributes
  const size = childOf(transform, 'ext')?.attributes
  if (!offset) return undefined
  const place = { x: Number(offset.x) || 0, y: Number(offset.y) || 0 }
  if (!size) return place
  return turned(
    { ...place, width: Number(size.cx) || 0, height: Number(size.cy) || 0 },
    Number(transform?.attributes.rot ?? 0),
  )
}

/** A shape that is turned may lie anywhere in the square around its middle; the angle is in 60,000ths of a degree. */
function turned(place: Required<Place>, angle: number): Place {
  if (!angle) return place
  const { x, y, width, height } = place
  const side = Math.hypot(width, height)
  return {
    x: x + (width - side) / 2,
    y: y + (height - side) / 2,
    width: side,
    height: side,
  }
}

function intoGroup(group: XmlElement, frame: Frame): Frame {
  const transform = childOf(group, 'grpSpPr', 'xfrm')
  const number = (name: string, key: string, usual: number) =>
    Number(childOf(transform, name)?.attributes[key] ?? usual) || usual
  const scaleX = number('ext', 'cx', 1) / number('chExt', 'cx', number('ext', 'cx', 1))
  const scaleY = number('ext', 'cy', 1) / number('chExt', 'cy', number('ext', 'cy', 1))
  const x = number('off', 'x', 0) - number('chOff', 'x', 0) * scaleX
  const y = number('off', 'y', 0) - number('chOff', 'y', 0) * scaleY
  const origin = toSlide({ x, y }, frame)
  return { ...origin, scaleX: scaleX * frame.scaleX, scaleY: scaleY * frame.scaleY }
}

function toSlide({ x, y, width, height }: Place, frame: Frame): Place {
  const place = { x: frame.x + x * frame.scaleX, y: frame.y + y * frame.scaleY }
  return width === undefined || height === undefined
    ? place
    : { ...place, width: width * frame.scaleX, height: height * frame.scaleY }
}

export function placeholder(shape: XmlElement): XmlElement | undefined {
  return childOf(shape, 'nvSpPr', 'nvPr', 'ph') ?? childOf(shape, 'nvGraphicFramePr', 'nvPr', 'ph')
}

/** `title`, `body` and so on; `undefined` for a shape that is no placeholder. */
export function kindOfPlaceholder(shape: XmlElement): string | undefined {
  const type = placeholder(shape)?.attributes.type
  return type === 'ctrTitle' ? 'title' : type
}

/** Returns the key that a placeholder shares with its models on the layout and the master. */
export function placeholderKey(shape: XmlElement): string {
  const placeholderElement = placeholder(shape)
  if (!placeholderElement) return 'none'
  return placeholderElement.attributes.idx
    ? `#${placeholderElement.attributes.idx}`
    : (kindOfPlaceholder(shape) ?? 'body')
}
