import type { HiddenReason } from '@recto/document-text/model'
import { type Colour, white } from '../../images/colour.ts'
import { childOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import { drawingText, type RunReason } from '../parts/drawing-text.ts'
import { drawingColour, type ThemeColours } from '../parts/theme-colours.ts'
import {
  kindOfPlaceholder,
  type Place,
  type PlacedShape,
  placeAllShapes,
  placeholder,
  placeholderKey,
} from './slide-shapes.ts'
import { fillOf, reasonOfRun, type TextInk, type TextSources } from './text-look.ts'

/** A slide with the parts that it inherits from. */
export type SlideParts = {
  readonly slide: XmlElement
  readonly layout: XmlElement
  readonly master: XmlElement
  readonly presentation: XmlElement
  readonly theme: ThemeColours
}

/** Returns why nobody sees a run of a shape, or of a cell of its table. */
export type SlideLooks = (shape: XmlElement, cell?: XmlElement) => RunReason

/** EMU. */
const usualSize = { width: 9_144_000, height: 6_858_000 }
const pointSize = 12_700
const maxSteps = 20_000_000
const lineHeight = 24 * pointSize
const letterWidth = 12 * pointSize

export function openSlideLooks(parts: SlideParts): SlideLooks {
  const { slide, layout, master, presentation } = parts
  const scheme = schemeOf(parts)
  const shapes = placeAllShapes(slide, [layout, master])
  const drawnShapes = [...backdropOf(parts), ...shapes].map(
    (one): PaintedShape => ({ ...one, paint: paintOf(one.shape, [], scheme) }),
  )
  const size = childOf(presentation, 'sldSz')?.attributes ?? {}
  const scene: Scene = {
    drawnShapes,
    orders: new Map(drawnShapes.map(({ shape }, order) => [shape, order])),
    scheme,
    paper: paperOf([slide, layout, master], scheme),
    width: Number(size.cx) || usualSize.width,
    height: Number(size.cy) || usualSize.height,
    steps: { left: maxSteps },
  }
  const looks = new Map<XmlElement, ShapeLook>()
  const lookOf = (shape: XmlElement): ShapeLook => {
    const knownLook = looks.get(shape)
    if (knownLook) return knownLook
    const look = lookOfShape(shape, parts, scene)
    looks.set(shape, look)
    return look
  }
  return (shape, cell) => {
    const { isAway, backdrop, sources } = lookOf(shape)
    if (isAway) return () => 'outside'
    const background = cell ? groundOfCell(shape, cell, { backdrop, scheme }) : backdrop
    const usualInk: TextInk = cell && hasTableStyle(shape) ? 'unknown' : sources.usualInk
    return (run, paragraph): HiddenReason | undefined =>
      reasonOfRun(run, paragraph, { sources: { ...sources, usualInk }, scheme, background })
  }
}

type ShapeLook = {
  readonly isAway: boolean
  /** `undefined` where it is not known. */
  readonly backdrop: Colour | undefined
  readonly sources: TextSources
}

function lookOfShape(shape: XmlElement, parts: SlideParts, scene: Scene): ShapeLook {
  const placedShape = scene.drawnShapes[scene.orders.get(shape) ?? -1]
  const models = modelsOf(shape, [parts.layout, parts.master])
  return {
    isAway: placedShape !== undefined && !placedShape.isUnplaced && isOffSlide(placedShape, scene),
    backdrop: placedShape && behindOf(placedShape, models, scene),
    sources: sourcesOf(shape, parts, { models, scheme: scene.scheme }),
  }
}

/** Returns what a layout and its master draw behind every slide; their placeholders are only models. */
function backdropOf({ slide, layout, master }: SlideParts): readonly PlacedShape[] {
  const showsMaster = (part: XmlElement) => part.attributes.showMasterSp !== '0'
  const ownShapes = (part: XmlElement) =>
    placeAllShapes(part, []).filter(({ shape }) => !placeholder(shape))
  if (!showsMaster(slide)) return []
  return [...(showsMaster(layout) ? ownShapes(master) : []), ...ownShapes(layout)]
}

/** The names that slides use for the colours of the theme are mapped by the master, or by the slide. */
function schemeOf({ slide, layout, master, theme }: SlideParts): ThemeColours {
  const override = [slide, layout]
    .map((part) => childOf(part, 'clrMapOvr', 'overrideClrMapping'))
    .find((mapping) => mapping)
  const mapping = (override ?? childOf(master, 'clrMap'))?.attributes ?? {
    bg1: 'lt1',
    tx1: 'dk1',
    bg2: 'lt2',
    tx2: 'dk2',
  }
  const scheme = new Map(theme)
  for (const [name, target] of Object.entries(mapping)) {
    const colour = theme.get(target)
    if (colour) scheme.set(name, colour)
  }
  return scheme
}

/** The colour of the empty slide: of the first part that says something of it. */
function paperOf(parts: readonly XmlElement[], scheme: ThemeColours): Colour | undefined {
  const background = parts.map((part) => childOf(part, 'cSld', 'bg')).find((one) => one)
  if (!background) return white
  const properties = childOf(background, 'bgPr')
  if (properties) return opaqueColour(fillOf(properties, scheme))
  const reference = childOf(background, 'bgRef')
  // The first background of a theme is plain, in all that Office has ever shipped; the others are gradients and pictures.
  return reference?.attributes.idx === '1001' ? drawingColour(reference, scheme)?.colour : undefined
}

const opaqueColour = (ink: TextInk | undefined): Colour | undefined =>
  ink && ink !== 'unknown' && ink.alpha === 1 ? ink.colour : undefined

function modelsOf(shape: XmlElement, parts: readonly XmlElement[]): readonly XmlElement[] {
  if (!placeholder(shape)) return []
  const key = placeholderKey(shape)
  const kind = kindOfPlaceholder(shape) ?? 'body'
  return parts.flatMap(
    (part) =>
      findAll(part, 'sp').find((one) => placeholder(one) && placeholderKey(one) === key) ??
      findAll(part, 'sp').find((one) => placeholder(one) && kindOfPlaceholder(one) === kind) ??
      [],
  )
}

type PaintedShape = PlacedShape & {
  /** The shape's own paint; `undefined` where it has none. */
  readonly paint: TextInk | undefined
}

type Scene = {
  /** All that is drawn, in order. */
  readonly drawnShapes: readonly PaintedShape[]
  readonly orders: ReadonlyMap<XmlElement, number>
  readonly scheme: ThemeColours
  readonly paper: Colour | undefined
  /** The size of the slide. */
  readonly width: number
  readonly height: number
  /** How many comparisons of shapes are left; without any, what is behind a shape is not known. */
  readonly steps: { left: number }
}

/** The colour behind the letters of a shape; `undefined` where it is not known. */
function behindOf(
  placedShape: PaintedShape,
  models: readonly XmlElement[],
  scene: Scene,
): Colour | undefined {
  if (placedShape.shape.attributes.useBgFill === '1') return scene.paper
  const own = placedShape.paint ?? paintOf(placedShape.shape, models, scene.scheme)
  return paints(own) ? opaqueColour(own) : belowOf(placedShape, scene)
}

const paints = (ink: TextInk | undefined) =>
  ink === 'unknown' || (ink !== undefined && ink.alpha > 0)

/** The colour of the nearest thing that is painted where a shape stands, before it. */
function belowOf(
  placedShape: PaintedShape,
  { drawnShapes, orders, paper, steps }: Scene,
): Colour | undefined {
  for (let i = (orders.get(placedShape.shape) ?? 0) - 1; i >= 0; i--) {
    if (steps.left-- <= 0) return undefined
    const otherShape = drawnShapes[i]!
    const overlap = overlapOf(placedShape, otherShape)
    if (overlap !== 'none') return overlap === 'whole' ? opaqueColour(otherShape.paint) : undefined
  }
  return paper
}

/** Returns what a shape paints; `undefined` where it paints nothing. */
function paintOf(
  shape: XmlElement,
  models: readonly XmlElement[],
  scheme: ThemeColours,
): TextInk | undefined {
  if (shape.name !== 'sp') return 'unknown'
  for (const one of [shape, ...models]) {
    const properties = childOf(one, 'spPr')
    const fill = properties && fillOf(properties, scheme)
    if (fill) return fill
  }
  const reference = childOf(shape, 'style', 'fillRef')
  const place = Number(reference?.attributes.idx ?? 0)
  if (!reference || place === 0) return undefined
  // The first fill of a theme is plain.
  return place === 1 ? (drawingColour(reference, scheme) ?? 'unknown') : 'unknown'
}

/** How much of a shape another one paints over. */
function overlapOf(text: PlacedShape, otherShape: PaintedShape): 'none' | 'some' | 'whole' {
  if (!paints(otherShape.paint)) return 'none'
  if (text.isUnplaced || otherShape.isUnplaced) return 'some'
  const inner = text.place
  const outer = otherShape.place
  if (!hasSize(inner) || !hasSize(outer)) return 'some'
  const isApart =
    inner.x >= outer.x + outer.width ||
    outer.x >= inner.x + inner.width ||
    inner.y >= outer.y + outer.height ||
    outer.y >= inner.y + inner.height
  if (isApart) return 'none'
  const isWithin =
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  return isWithin ? 'whole' : 'some'
}

const hasSize = (place: Place): place is Required<Place> =>
  place.width !== undefined && place.height !== undefined

/** Letters may run out of their shape: below it, and beside it where they are not wrapped. */
function isOffSlide(
  { shape, place }: PlacedShape,
  page: { readonly width: number; readonly height: number },
): boolean {
  if (!hasSize(place)) return false
  const lines = drawingText(shape).split('\n')
  const maxLength = Math.max(...lines.map((line) => line.length))
  const isUnwrapped = childOf(shape, 'txBody', 'bodyPr')?.attributes.wrap === 'none'
  const sideways = isUnwrapped ? maxLength * letterWidth : 0
  const textHeight = lines.length * lineHeight
  return (
    place.x - sideways >= page.width ||
    place.x + place.width + sideways <= 0 ||
    place.y >= page.height ||
    place.y + Math.max(place.height, textHeight) <= 0
  )
}

const tableOf = (shape: XmlElement) => childOf(shape, 'graphic', 'graphicData', 'tbl')

function hasTableStyle(shape: XmlElement): boolean {
  const table = tableOf(shape) ?? childOf(shape, 'graphic', 'tbl')
  return childOf(table, 'tblPr', 'tableStyleId') !== undefined
}

function groundOfCell(
  shape: XmlElement,
  cell: XmlElement,
  { backdrop, scheme }: { readonly backdrop: Colour | undefined; readonly scheme: ThemeColours },
): Colour | undefined {
  const properties = childOf(cell, 'tcPr')
  const fill = properties && fillOf(properties, scheme)
  if (fill) return fill !== 'unknown' && fill.alpha === 0 ? backdrop : opaqueColour(fill)
  return hasTableStyle(shape) ? undefined : backdrop
}

function sourcesOf(
  shape: XmlElement,
  { master, presentation }: SlideParts,
  { models, scheme }: { readonly models: readonly XmlElement[]; readonly scheme: ThemeColours },
): TextSources {
  const body = childOf(shape, 'txBody')
  const kind = kindOfPlaceholder(shape)
  const isPlaceholder = placeholder(shape) !== undefined
  const styleName = kind === 'title' ? 'titleStyle' : isPlaceholder ? 'bodyStyle' : 'otherStyle'
  const levels = [
    childOf(body, 'lstStyle'),
    ...models.map((model) => childOf(model, 'txBody', 'lstStyle')),
    isPlaceholder ? childOf(master, 'txStyles', styleName) : undefined,
    childOf(presentation, 'defaultTextStyle'),
    childOf(master, 'txStyles', 'otherStyle'),
  ].filter((one) => one !== undefined)
  const font = childOf(shape, 'style', 'fontRef')
  const scale = Number(childOf(body, 'bodyPr', 'normAutofit')?.attributes.fontScale ?? 100_000)
  const textColour = scheme.get('tx1') ?? ([0, 0, 0] as const)
  return {
    levels,
    styleInk: font ? (drawingColour(font, scheme) ?? 'unknown') : undefined,
    usualInk: { colour: textColour, alpha: 1 },
    scale: scale > 0 ? scale / 100_000 : 1,
  }
}
