import type { HiddenReason } from '@recto/document-text/model'
import type { Colour } from '../../images/colour.ts'
import type { CssPaint } from './css-colour.ts'
import type { Variables } from './variables.ts'

/** The look of an element, with what it inherits. */
export type Look = {
  /** `undefined` where it is not known. */
  readonly ink: CssPaint | undefined
  /** `undefined` where it is not known: a picture, or something that the element is laid over. */
  readonly background: Colour | undefined
  /** Pixels. */
  readonly font: number
  readonly rootFont: number
  /** 0 to 1, with the opacity of what is around the element. */
  readonly opacity: number
  readonly isIndentedAway: boolean
  readonly isInvisible: boolean
  /** Letters are cut out of the background, or have a shadow or an outline: their own colour says little. */
  readonly isDecorated: boolean
  /** The element shares its room among its children. */
  readonly isFlexContainer: boolean
  /** The reason why nobody sees the element, whatever its descendants declare. */
  readonly reason: HiddenReason | undefined
  /** The box around is cut off, or beside the page; what is placed elsewhere gets out of it. */
  readonly confinement: Confinement | undefined
  readonly variables: Variables
}

export type Confinement = {
  /** What is placed absolutely stays inside as well; only what is fixed to the screen does not. */
  readonly holdsAbsolute: boolean
}

export type LookContext = {
  /** Sheets that are not part of the page may colour anything. */
  readonly hasForeignSheets: boolean
  readonly animations: ReadonlySet<string>
  readonly isQuirky: boolean
}

/** Returns what an element declares for a property, with variables replaced. */
export type PropertyLookup = (property: string) => string | undefined

/** A paint below it is not seen. */
export const faintest = 0.05
/** 96 pixels are 72 points: below two points nobody reads. */
export const minFont = 2.6
/** Pixels beside the page, where nobody scrolls to. */
export const offPage = 500
export const farRight = 5000

/** The value is that of the element around. */
export const isInherited = (value: string) => /^(?:inherit|unset|revert|revert-layer)$/.test(value)

/** It is laid over what stands elsewhere in the file. */
export const isPlaced = (lookUp: PropertyLookup) =>
  /^(?:absolute|fixed)$/.test(lookUp('position') ?? '')

/** The box cuts off what does not fit into it. */
export const clips = (overflow: string | undefined) =>
  overflow !== undefined && /\b(?:hidden|clip|scroll|auto)\b/.test(overflow)
