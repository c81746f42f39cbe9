import type { LineRow } from '@recto/contract/text-service'
import { type LayoutOptions, layoutText } from '@recto/document-text/layout-text'
import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import type { TextJobOptions } from '../../platform/db/tables/text-service.ts'
import type { TextResult } from './result-files.ts'

type Rendering = { add(page: Page): void; finish(): TextResult }

/** Writes a text page by page: of a long document no more than the text itself is held. */
export function openRendering(options: TextJobOptions): Rendering {
  const texts: string[] = []
  const lines: LineRow[] = []
  return {
    add(page) {
      const document: DocumentText = { formatVersion, pages: [page] }
      texts.push(layoutText(document, layoutOptionsOf(options)).text)
    },
    finish: () => ({ text: texts.join(''), confidence: [], lines }),
  }
}

function layoutOptionsOf(options: TextJobOptions): LayoutOptions {
  return { pageSeparator: options.pageSeparator, horizontalStretch: options.horizontalStretch }
}
