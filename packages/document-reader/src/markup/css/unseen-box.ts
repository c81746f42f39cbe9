import type { HiddenReason } from '@recto/document-text/model'
import type { XmlElement } from '../parse-xml.ts'
import { clipsAll, clipsRectangle } from './clipping.ts'
import {
  type Confinement,
  clips,
  farRight,
  isPlaced,
  type Look,
  minFont,
  offPage,
  type PropertyLookup,
} from './computed-look.ts'
import { valueParts } from './css-colour.ts'
import { type LengthContext, pixelsOf } from './css-length.ts'

/** Returns why nobody sees what is in a box, wherever it is placed. */
export function unseenBy(lookUp: PropertyLookup, lengths: LengthContext): HiddenReason | undefined {
  if (lookUp('display') === 'none' || lookUp('content-visibility') === 'hidden') return 'layer'
  if (isClipped(lookUp, lengths) || isShiftedAway(lookUp, lengths)) return 'outside'
  return isShrunk(lookUp) ? 'tiny' : undefined
}

function isClipped(lookUp: PropertyLookup, lengths: LengthContext): boolean {
  const clipPath = lookUp('clip-path')
  if (clipPath && clipsAll(clipPath, lengths)) return true
  const clip = lookUp('clip')
  return clip !== undefined && isPlaced(lookUp) && clipsRectangle(clip, lengths)
}

/** An element that is centred is moved back by half its width, which is no reason to be hidden. */
function isShiftedAway(lookUp: PropertyLookup, lengths: LengthContext): boolean {
  const [moveX, moveY] = translationOf(lookUp('transform'), lengths)
  if (moveY < -offPage || moveX > farRight) return true
  return moveX < -offPage && lookUp('left') === undefined
}

type BoxContext = { readonly lengths: LengthContext; readonly outer: Look }

/** Returns what an element and what is around it keep from being seen. */
export function confinementOf(
  { name }: XmlElement,
  lookUp: PropertyLookup,
  box: BoxContext,
): Confinement | undefined {
  const position = lookUp('position') ?? 'static'
  const isCell = name === 'td' || name === 'th'
  const isAway = isOutside(lookUp, box.lengths, position)
  if (isAway || isTooThin(lookUp, box, isCell))
    return { holdsAbsolute: isAway || position !== 'static' }
  const { confinement } = box.outer
  const isOut = position === 'fixed' || (position === 'absolute' && !confinement?.holdsAbsolute)
  return isOut ? undefined : confinement
}

function isOutside(lookUp: PropertyLookup, lengths: LengthContext, position: string): boolean {
  const pixelsAt = (property: string) => pixelsOf(lookUp(property), lengths) ?? 0
  const moveLeft = pixelsAt('margin-left') + pixelsAt('padding-left')
  if (lookUp('left') === undefined && moveLeft < -offPage) return true
  if (lookUp('top') === undefined && pixelsAt('margin-top') < -offPage) return true
  if (position === 'static') return false
  return (
    ['left', 'top', 'right', 'bottom'].some((side) => pixelsAt(side) < -offPage) ||
    ['left', 'right'].some((side) => pixelsAt(side) > farRight)
  )
}

function translationOf(
  transform: string | undefined,
  lengths: LengthContext,
): readonly [x: number, y: number] {
  const [, axis = '', inner = ''] = /\btranslate(3d|x|y)?\(([^()]*)\)/.exec(transform ?? '') ?? []
  const [first = 0, second = 0] = inner.split(',').map((part) => pixelsOf(part, lengths) ?? 0)
  return axis === 'y' ? [0, first] : [first, second]
}

function isTooThin(
  lookUp: PropertyLookup,
  { lengths, outer }: BoxContext,
  isCell: boolean,
): boolean {
  const grow = Number.parseFloat(lookUp('flex-grow') ?? '0')
  if (outer.isFlexContainer && grow > 0) return false
  const pixelsAt = (property: string) => pixelsOf(lookUp(property), lengths)
  const isThin = (side: 'width' | 'height', padding: string) => {
    const room = Math.max(
      Math.min(pixelsAt(side) ?? minFont, pixelsAt(`max-${side}`) ?? minFont),
      pixelsAt(`min-${side}`) ?? 0,
    )
    return room + (pixelsAt(padding) ?? 0) < minFont
  }
  if (clips(lookUp('overflow-y')) && isThin('height', 'padding-bottom')) return true
  // Cells of tables are as wide as their column, whatever they ask for.
  return !isCell && clips(lookUp('overflow-x')) && isThin('width', 'padding-right')
}

const minScale = 0.15

function isShrunk(lookUp: PropertyLookup): boolean {
  const [, inner] = /\bscale[xy]?\(([^()]*)\)/.exec(lookUp('transform') ?? '') ?? []
  const factors = [...(inner?.split(',') ?? []), ...valueParts(lookUp('scale') ?? '')]
  const zoom = lookUp('zoom')
  if (zoom) factors.push(zoom)
  return factors.some((factor) => {
    const number = Number.parseFloat(factor) / (factor.trim().endsWith('%') ? 100 : 1)
    return Math.abs(number) < minScale
  })
}
