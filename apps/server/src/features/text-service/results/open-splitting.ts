import { openPageSplitter, type SplitSettings } from '@recto/extraction/split-pages'
import { omitUndefined } from '@recto/omit-undefined'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { Rendering } from './render-pages.ts'

type StoredSplit = NonNullable<TextJobOptions['split']>

/** Splits a file page by page; there is no text to retrieve. */
export function openSplitting(split: StoredSplit): Rendering {
  const splitter = openPageSplitter(settingsOf(split))
  return {
    add: (page) => splitter.add(page),
    finish: () => ({ text: '', confidence: [], lines: [], split: splitter.finish() }),
  }
}

function settingsOf({
  mode,
  pagesPerPart = 1,
  separatorText,
  classes,
}: StoredSplit): SplitSettings {
  if (mode === 'every_page' || mode === 'every_n_pages')
    return { mode: { by: 'page-count', pages: mode === 'every_page' ? 1 : pagesPerPart } }
  if (mode === 'separator')
    return { mode: { by: 'separator', ...omitUndefined({ text: separatorText }) } }
  return { mode: { by: 'signs' }, ...omitUndefined({ classes }) }
}
