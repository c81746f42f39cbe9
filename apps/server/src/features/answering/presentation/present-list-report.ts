import type { ListReportReply } from '@recto/contract/prompt-studio/prompt-outputs'
import type { ListReport } from '@recto/provider-spec/answer'

/** Presents how complete a list is. */
export function presentListReport(report: ListReport): ListReportReply {
  const { rows, rowLikeLines, missingCount, missing, doubled, renumbered } = report
  const { unsupported, totals, pages, warnings } = report
  return {
    rows,
    row_like_lines: rowLikeLines,
    missing_count: missingCount,
    missing: missing.map(({ page, text }) => ({ page, text })),
    doubled,
    renumbered,
    unsupported,
    totals: totals.map(({ stated, ...total }) => ({ ...total, stated: [...stated] })),
    pages: pages && [...pages],
    warnings: [...warnings],
  }
}
