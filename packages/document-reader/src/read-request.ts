import type { NumberRange } from '@recto/document-text/page-ranges'
import { parseRanges } from '@recto/document-text/page-ranges'
import type { HiddenHandling, ReadMode, ReadOptions } from '@recto/document-text/reader'

/** The options of a caller with nothing left open. */
export type ReadRequest = {
  readonly name: string | undefined
  readonly password: string | undefined
  readonly signal: AbortSignal | undefined
  readonly mode: ReadMode
  /** Page ranges, one-based. */
  readonly ranges: readonly NumberRange[]
  readonly language: string
  readonly medianFilterSize: number
  readonly gaussianBlurRadius: number
  readonly derotateThreshold: number
  readonly checkboxConfidenceThreshold: number
  readonly withGlyphs: boolean
  readonly withRules: boolean
  readonly withStructure: boolean
  readonly hidden: HiddenHandling | undefined
  readonly looksForEmbedded: boolean
  readonly cacheScope: string | undefined
  readonly keepsFailedPages: boolean
}

type GivenOptions = { readonly [Name in keyof ReadOptions]?: ReadOptions[Name] | undefined }

/** Throws `RangeError` when the list of pages is none. */
export function settleOptions(options: GivenOptions): ReadRequest {
  const { pages = '' } = options
  const ranges = parseRanges(pages)
  if (!ranges)
    throw new RangeError(`“${pages}” is not a list of pages. Write it like this: 1-3,7,9-`)
  return {
    name: options.name,
    password: options.password,
    signal: options.signal,
    mode: options.mode ?? 'auto',
    ranges,
    ...settleRecognition(options),
    withGlyphs: options.withGlyphs ?? false,
    withRules: options.withRules ?? false,
    withStructure: options.withStructure ?? false,
    hidden: options.hidden,
    looksForEmbedded: options.looksForEmbedded === true,
    cacheScope: options.cacheScope,
    keepsFailedPages: options.keepsFailedPages ?? false,
  }
}

type RecognitionOptions = Pick<
  ReadRequest,
  | 'language'
  | 'medianFilterSize'
  | 'gaussianBlurRadius'
  | 'derotateThreshold'
  | 'checkboxConfidenceThreshold'
>

/** Returns the options for pages that are read from their picture. */
function settleRecognition(options: GivenOptions): RecognitionOptions {
  return {
    language: options.language ?? 'eng',
    medianFilterSize: options.medianFilterSize ?? 0,
    gaussianBlurRadius: options.gaussianBlurRadius ?? 0,
    derotateThreshold: options.derotateThreshold ?? 10,
    checkboxConfidenceThreshold: options.checkboxConfidenceThreshold ?? 0.3,
  }
}

/** Whether all pages are rendered to look for check boxes, also those whose text needs no OCR. */
export function findsCheckboxes({ mode }: ReadRequest): boolean {
  return mode === 'form' || mode === 'table'
}

/** Whether check boxes are part of the text: those of the file itself, and those that are drawn on what is read. */
export function marksCheckboxes({ mode }: ReadRequest): boolean {
  return mode === 'auto' || mode === 'form' || mode === 'table'
}

/** Whether small pictures on digital pages are read even if they show no more than a name: who asks for OCR wants all that is seen. */
export function readsLogos({ mode }: ReadRequest): boolean {
  return mode === 'low_cost' || mode === 'high_quality'
}
