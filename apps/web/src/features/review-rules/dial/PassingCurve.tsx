import { CurveOrTable } from '../../../shared/charts/CurveOrTable.tsx'
import type { DialHistory } from './review-dial.ts'

type Props = {
  readonly history: DialHistory
  /** Selected maximum number of wrong values per 1,000. */
  readonly wrongPerThousand: number | undefined
}

/** Curve of the share that skips the review at each target error rate. */
export function PassingCurve({
  history: { files, expectedValueCount, stops },
  wrongPerThousand,
}: Props) {
  if (expectedValueCount === 0) {
    return (
      <p className="dial-empty">
        No history yet. The curve is based on values that were approved in review or confirmed in
        Prompt Studio.
      </p>
    )
  }
  const byFiles = files > 0
  return (
    <CurveOrTable
      title={byFiles ? 'Documents that skip review' : 'Values that skip review'}
      categoryTitle="Maximum wrong values per 1,000"
      valueTitle={byFiles ? 'Documents' : 'Values'}
      points={stops.map(({ wrongPerThousand: stopRate, shareOfFiles, shareOfValues }) => ({
        category: String(stopRate),
        value: shareOfFiles ?? shareOfValues,
      }))}
      highlightedPoint={wrongPerThousand === undefined ? undefined : String(wrongPerThousand)}
      maxValue={1}
      amount={(share) => `${(100 * share).toFixed(0)}%`}
    />
  )
}
