import { type Colour, looksSame, white } from '../../images/colour.ts'
import type { XmlElement } from '../parse-xml.ts'
import {
  faintest,
  isInherited,
  isPlaced,
  type Look,
  type LookContext,
  type PropertyLookup,
} from './computed-look.ts'
import { blend, type CssPaint, paintIn, parsePaint, valueParts } from './css-colour.ts'
import { formFields } from './font-size.ts'
import { splitOutside } from './media-query.ts'

export const black: CssPaint = { colour: [0, 0, 0], alpha: 1 }
const linkInk: CssPaint = { colour: [0, 0, 238], alpha: 1 }

const yellow: CssPaint = { colour: [255, 255, 0], alpha: 1 }

const paper: CssPaint = { colour: white, alpha: 1 }

/** The attributes that name the colour of letters. */
const inkAttributes: Readonly<Record<string, string>> = { font: 'color', body: 'text' }

/** Returns the paint of letters; `undefined` where it is not known. */
export function inkOf(
  { name, attributes }: XmlElement,
  lookUp: PropertyLookup,
  { outer, context }: { readonly outer: Look; readonly context: LookContext },
): CssPaint | undefined {
  const value = declaredInk(lookUp)
  if (value === 'initial') return black
  if (value !== undefined && value !== 'revert')
    return isKeyword(value) ? outer.ink : parsePaint(value)
  const hint = attributes[inkAttributes[name] ?? '']
  if (hint !== undefined) return hintedPaint(hint)
  return (context.hasForeignSheets ? undefined : usualInkOf({ name, attributes })) ?? outer.ink
}

/** The colours that browsers give to some elements. */
function usualInkOf({ name, attributes }: Pick<XmlElement, 'name' | 'attributes'>) {
  if (name === 'a' && 'href' in attributes) return linkInk
  return name === 'mark' || formFields.has(name) ? black : undefined
}

/** The colour that fills the letters, if one does. */
function declaredInk(lookUp: PropertyLookup): string | undefined {
  const fill = lookUp('-webkit-text-fill-color') ?? 'unset'
  return isKeyword(fill) ? lookUp('color') : fill
}

const isKeyword = (value: string) =>
  /^(?:inherit|initial|unset|revert|revert-layer|currentcolor)$/.test(value)

/** Attributes may leave out the sign before a hexadecimal value. */
const hintedPaint = (hint: string) => parsePaint(hint) ?? parsePaint(`#${hint}`)

const picture = /(?:url|image|image-set|cross-fade|element|paint|gradient)\(/

/** The background of the letters of an element. */
export type Ground = {
  /** `undefined` where it is not known. */
  readonly colour: Colour | undefined
  /** The element's own paint; `undefined` where it has none. */
  readonly own?: CssPaint | 'picture' | undefined
}

export function groundOf(
  element: XmlElement,
  lookUp: PropertyLookup,
  outerColour: Colour | undefined,
): Ground {
  const image = lookUp('background-image')
  if (image === undefined ? element.attributes.background : picture.test(image))
    return { colour: undefined, own: 'picture' }
  const value = lookUp('background-color')
  const own = value === undefined ? hintedGround(element) : paintIn(value)
  const backdrop = isPlaced(lookUp) ? undefined : outerColour
  if (own) return { colour: coloursOver(own, backdrop), own }
  return { colour: value === undefined || paintsNothing(value) ? backdrop : undefined }
}

const coloursOver = (paint: CssPaint, backdrop: Colour | undefined): Colour | undefined =>
  paint.alpha === 1 ? paint.colour : backdrop && blend(paint, backdrop)

function hintedGround({ name, attributes }: XmlElement): CssPaint | undefined {
  if (attributes.bgcolor !== undefined) return hintedPaint(attributes.bgcolor)
  if (name === 'mark') return yellow
  return formFields.has(name) ? paper : undefined
}

/** A value of a background in which no part can be a colour. */
const paintsNothing = (value: string) =>
  valueParts(value).every((part) =>
    /^(?:[-+.\d].*|\/|none|inherit|initial|unset|revert|(?:no-)?repeat(?:-[xy])?|center|left|right|top|bottom|fixed|scroll|local|cover|contain|auto|\w+-box|text)$/.test(
      part,
    ),
  )

/** Whether letters have an outline or a shadow that is seen. */
export function isDecorated(lookUp: PropertyLookup, outer: Look): boolean {
  const stroke = lookUp('-webkit-text-stroke')
  const shadow = lookUp('text-shadow')
  return (
    (stroke !== undefined && !/^0/.test(stroke)) ||
    (shadow === undefined || isInherited(shadow)
      ? outer.isDecorated
      : hasShadow(shadow, outer.background))
  )
}

/** Whether letters that are cut out of a paint are seen. */
export function standsOut(own: Ground['own'], background: Colour | undefined): boolean {
  if (own === undefined || own === 'picture') return own !== undefined
  return !background || !looksSame(blend(own, background), background)
}

/** A shadow in the colour of the background is none. */
function hasShadow(value: string, background: Colour | undefined): boolean {
  if (value === 'none' || value === 'initial') return false
  return splitOutside(value, ',').some((layer) => {
    const paint = paintIn(layer)
    if (!paint) return true
    if (paint.alpha < faintest) return false
    return !background || !looksSame(blend(paint, background), background)
  })
}
