import type { ListReportReply } from '@recto/contract/prompt-studio/prompt-outputs'
import type { ListReport } from '@recto/provider-spec/answer'

/** Presents how complete a list is. */
export function presentListReport(report: ListReport): ListReportReply {
  const {
    rows,
    rowLikeLines,
    missingCount,
    missing: missingLines,
    doubled: doubledCount,
    renumbered: isRenumbered,
  } = report
  const { unsupported: unsupportedCount, totals, pages, warnings } = report
  return {
    rows,
    row_like_lines: rowLikeLines,
    missing_count: missingCount,
    missing: missingLines.map(({ page, text }) => ({ page, text })),
    doubled: doubledCount,
    renumbered: isRenumbered,
    unsupported: unsupportedCount,
    totals: totals.map(({ stated: statedTotals, ...total }) => ({
      ...total,
      stated: [...statedTotals],
    })),
    pages: pages && [...pages],
    warnings: [...warnings],
  }
}
