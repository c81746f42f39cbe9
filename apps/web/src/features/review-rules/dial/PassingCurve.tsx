import { CurveOrTable } from '../../../shared/charts/CurveOrTable.tsx'
import type { DialHistory } from './review-dial.ts'

type Props = {
  readonly history: DialHistory
  /** Selected maximum number of wrong values per 1,000. */
  readonly wrong: number | undefined
}

/** Curve of the share that skips the review at each target error rate. */
export function PassingCurve({ history: { files, truths, stops }, wrong }: Props) {
  if (truths === 0) {
    return (
      <p className="dial-empty">
        No history yet: the curve is drawn from values that reviews have approved or that were
        marked in the studio.
      </p>
    )
  }
  const byFiles = files > 0
  return (
    <CurveOrTable
      title={byFiles ? 'Documents that pass without review' : 'Values that pass without review'}
      placeTitle="Wrong of 1,000 at most"
      valueTitle={byFiles ? 'Documents' : 'Values'}
      points={stops.map(({ wrong, shareOfFiles, shareOfValues }) => ({
        place: String(wrong),
        value: shareOfFiles ?? shareOfValues,
      }))}
      highlightedPoint={wrong === undefined ? undefined : String(wrong)}
      most={1}
      amount={(share) => `${(100 * share).toFixed(0)} %`}
    />
  )
}
