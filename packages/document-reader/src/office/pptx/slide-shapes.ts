import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'

type Place = { readonly x: number; readonly y: number }
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
  const inheritedPlaces = new Map(
    findAll(layout, 'sp').map((shape) => [placeholderKey(shape), ownPlace(shape)]),
  )
  const tree = childOf(page, 'cSld', 'spTree')
  const placedShapes = tree ? [...placeShapes(tree, slide, inheritedPlaces)] : []
  const rank = (shape: XmlElement) => (kindOfPlaceholder(shape) === 'title' ? 0 : 1)
  const row = ({ y }: Place) => Math.round(y / rowHeight)
  return placedShapes
    .sort(
      (a, b) =>
        rank(a.shape) - rank(b.shape) || row(a.place) - row(b.place) || a.place.x - b.place.x,
    )
    .map(({ shape }) => shape)
}

type PlacedShape = { readonly shape: XmlElement; readonly place: Place }

function* placeShapes(
  group: XmlElement,
  frame: Frame,
  inheritedPlaces: ReadonlyMap<string, Place | undefined>,
): Generator<PlacedShape> {
  for (const shape of elementsOf(group).filter((one) => !isHidden(one))) {
    const inner = innerGroup(shape, frame)
    if (inner) yield* placeShapes(inner.group, inner.frame, inheritedPlaces)
    else if (['sp', 'graphicFrame'].includes(shape.name)) {
      const place = ownPlace(shape) ?? inheritedPlaces.get(placeholderKey(shape)) ?? { x: 0, y: 0 }
      yield { shape, place: toSlide(place, frame) }
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
  const offset = childOf(shape, 'spPr', 'xfrm', 'off') ?? childOf(shape, 'xfrm', 'off')
  return offset && { x: Number(offset.attributes.x) || 0, y: Number(offset.attributes.y) || 0 }
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

function toSlide({ x, y }: Place, frame: Frame): Place {
  return { x: frame.x + x * frame.scaleX, y: frame.y + y * frame.scaleY }
}

function placeholder(shape: XmlElement): XmlElement | undefined {
  return childOf(shape, 'nvSpPr', 'nvPr', 'ph') ?? childOf(shape, 'nvGraphicFramePr', 'nvPr', 'ph')
}

/** `title`, `body` and so on; `undefined` for a shape that is no placeholder. */
export function kindOfPlaceholder(shape: XmlElement): string | undefined {
  const type = placeholder(shape)?.attributes.type
  return type === 'ctrTitle' ? 'title' : type
}

function placeholderKey(shape: XmlElement): string {
  const placeholderElement = placeholder(shape)
  if (!placeholderElement) return 'none'
  return placeholderElement.attributes.idx
    ? `#${placeholderElement.attributes.idx}`
    : (kindOfPlaceholder(shape) ?? 'body')
}
