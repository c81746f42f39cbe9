import type { HiddenReason } from '@recto/document-text/model'
import { looksSame, white } from '../../images/colour.ts'
import type { Attributes, XmlElement } from '../parse-xml.ts'
import type { DeclaredStyle } from './cascade.ts'
import {
  clips,
  faintest,
  farRight,
  isInherited,
  type Look,
  type LookContext,
  minFont,
  offPage,
  type PropertyLookup,
} from './computed-look.ts'
import { blend, valueParts } from './css-colour.ts'
import { type LengthContext, pixelsOf } from './css-length.ts'
import { defaultFontSize, fontSizeOf, formFields } from './font-size.ts'
import { black, groundOf, inkOf, isDecorated, standsOut } from './paints.ts'
import { confinementOf, unseenBy } from './unseen-box.ts'
import { variablesOf, withVariables } from './variables.ts'

const fontElements = new Set('html h1 h2 h3 h5 h6 small sub sup big table font'.split(' '))

/** The look of an empty page. */
export function openLook({ hasForeignSheets }: LookContext): Look {
  return {
    ink: hasForeignSheets ? undefined : black,
    background: hasForeignSheets ? undefined : white,
    font: defaultFontSize,
    rootFont: defaultFontSize,
    opacity: 1,
    isIndentedAway: false,
    isInvisible: false,
    isDecorated: false,
    isFlexContainer: false,
    reason: undefined,
    confinement: undefined,
    variables: new Map(),
  }
}

/** Returns why nobody sees text that looks like this. */
export function reasonOf(look: Look): HiddenReason | undefined {
  if (look.reason) return look.reason
  if (look.confinement) return 'outside'
  if (look.isInvisible || look.opacity < faintest) return 'transparent'
  if (look.font < minFont) return 'tiny'
  if (look.isIndentedAway) return 'outside'
  return look.isDecorated ? undefined : reasonOfInk(look)
}

function reasonOfInk({ ink, background }: Look): HiddenReason | undefined {
  if (!ink) return undefined
  if (ink.alpha < faintest) return 'transparent'
  return background && looksSame(blend(ink, background), background) ? 'no-contrast' : undefined
}

/** Returns how an element looks that stands in something that looks like `outer`. */
export function lookOf(element: XmlElement, { style, outer, context }: LookOptions): Look {
  const variables = variablesOf(style, outer.variables)
  const lookUp: PropertyLookup = (property) => {
    const value = style.get(property)
    return value === undefined ? undefined : withVariables(value, variables)?.toLowerCase()
  }
  const font = fontSizeOf(element, lookUp('font-size'), { outer, isQuirky: context.isQuirky })
  const rootFont = element.name === 'html' ? font : outer.rootFont
  const lengths: LengthContext = { font, rootFont }
  const ground = groundOf(element, lookUp, outer.background)
  const isCutOut = /\btext\b/.test(lookUp('background-clip') ?? '')
  return {
    font,
    rootFont,
    variables,
    ink: inkOf(element, lookUp, { outer, context }),
    background: isCutOut ? outer.background : ground.colour,
    isFlexContainer: /flex|grid/.test(lookUp('display') ?? ''),
    opacity: outer.opacity * opacityOf(lookUp, context.animations),
    isIndentedAway: isIndentedAway(lookUp, lengths) ?? outer.isIndentedAway,
    isInvisible: isInvisible(lookUp('visibility')) ?? outer.isInvisible,
    isDecorated:
      (isCutOut && standsOut(ground.own, outer.background)) || isDecorated(lookUp, outer),
    reason: outer.reason ?? unseenBy(lookUp, lengths),
    confinement: confinementOf(element, lookUp, { lengths, outer }),
  }
}

type LookOptions = {
  readonly style: DeclaredStyle
  readonly outer: Look
  readonly context: LookContext
}

function opacityOf(lookUp: PropertyLookup, animations: ReadonlySet<string>): number {
  const names = lookUp('animation-name')
  if (names && valueParts(names.replaceAll(',', ' ')).some((name) => animations.has(name))) return 1
  const filterOpacity = /opacity\(([^()]*)\)/.exec(lookUp('filter') ?? '')?.[1]
  return shareOf(lookUp('opacity')) * shareOf(filterOpacity)
}

function shareOf(value: string | undefined): number {
  const number = Number.parseFloat(value ?? '1')
  if (Number.isNaN(number)) return 1
  return Math.min(1, Math.max(0, value?.endsWith('%') ? number / 100 : number))
}

function isInvisible(visibility: string | undefined): boolean | undefined {
  if (visibility === undefined || isInherited(visibility)) return undefined
  return visibility === 'hidden' || visibility === 'collapse'
}

function isIndentedAway(lookUp: PropertyLookup, lengths: LengthContext): boolean | undefined {
  const indent = lookUp('text-indent')
  if (indent === undefined || isInherited(indent)) return undefined
  const pixels = pixelsOf(valueParts(indent)[0], { ...lengths, whole: 1000 }) ?? 0
  const isCut = clips(lookUp('overflow-x')) && lookUp('white-space') === 'nowrap'
  return pixels < -offPage || pixels > farRight || (isCut && pixels >= 1000)
}

/** Whether an element says something of its look without a style sheet. */
export const hasLookOfItsOwn = (name: string, attributes: Attributes): boolean =>
  name === 'a' ||
  name === 'mark' ||
  formFields.has(name) ||
  fontElements.has(name) ||
  ['style', 'bgcolor', 'color', 'background', 'text'].some((attribute) => attribute in attributes)
