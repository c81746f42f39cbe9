import type { SplitResult } from '@recto/contract/text-service/split'
import type { SplitPages } from '@recto/extraction/split-pages'
import { omitUndefined } from '@recto/omit-undefined'
import type { PageProgress, TextJobRow } from '../jobs/text-jobs.store.ts'
import { presentFailures } from '../results/present-result.ts'

type RetrievedSplit = {
  readonly job: TextJobRow
  readonly split: SplitPages
  readonly pages: readonly PageProgress[]
  readonly warnings: readonly string[] | undefined
}

export function presentSplit({ job, split, pages, warnings }: RetrievedSplit): SplitResult {
  return {
    parts: split.parts.map((part, i) => ({
      part: i + 1,
      parts: split.parts.length,
      pages: Array.from({ length: part.last - part.first + 1 }, (_, n) => part.first + n + 1),
      class: part.class,
      class_confidence: round(part.classConfidence),
      confidence: round(part.confidence),
      reasons: [...part.reasons],
      doubts: [...part.doubts],
    })),
    unassigned_pages: split.unassignedPages.map((page) => page + 1),
    total_pages: job.total_pages,
    metadata: { ...presentFailures(pages), ...omitUndefined({ warnings }) },
  }
}

const round = (share: number) => Math.round(share * 1000) / 1000
