import { createHash } from 'node:crypto'
import { parseRanges } from '@recto/document-text/page-ranges'
import type { ReadMode, ReadOptions } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'

/** The older mode for spreadsheets reads like the one for tables. */
export const readModeOf = (mode: TextJobOptions['mode']): ReadMode =>
  mode === 'excel' ? 'table' : mode

/** Returns the options that change how pages are read, as opposed to how the text is written. */
export function readOptionsOf(options: TextJobOptions): ReadOptions {
  const withBlocks = options.output === 'blocks'
  return {
    mode: readModeOf(options.mode),
    pages: options.pages,
    language: options.language,
    medianFilterSize: options.medianFilterSize,
    gaussianBlurRadius: options.gaussianBlurRadius,
    derotateThreshold: options.derotateThreshold,
    checkboxConfidenceThreshold: options.checkboxConfidenceThreshold,
    withGlyphs: options.output === 'text' && options.mode === 'native_text',
    withRules: options.marksVerticalLines || withBlocks,
    keepsFailedPages: true,
    // The key under which other readings are stored stays the same.
    ...omitUndefined({ withStructure: withBlocks || undefined }),
  }
}

/** Returns the key under which pages read with these options are cached. */
export function keyOfReading(options: ReadOptions): string {
  return createHash('sha256')
    .update(`text-service 4 ${JSON.stringify(options)}`)
    .digest('hex')
}

/** Returns the selected pages from a page on: `from` is zero-based, the list counts from 1. */
export function pagesFrom(pages: string, from: number): string {
  if (from === 0) return pages
  const ranges = parseRanges(pages) ?? []
  return ranges
    .map((range) => ({ ...range, from: Math.max(range.from, from + 1) }))
    .filter((range) => range.to >= range.from)
    .map((range) => `${range.from}-${Number.isFinite(range.to) ? range.to : ''}`)
    .join(',')
}
