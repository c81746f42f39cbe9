import { CurveOrTable } from '../../../shared/charts/CurveOrTable.tsx'
import type { DialHistory } from './review-dial.ts'

type Props = {
  readonly history: DialHistory
  /** Where the dial stands. */
  readonly wrong: number | undefined
}

/** What share passes at each promise. */
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
      marked={wrong === undefined ? undefined : String(wrong)}
      most={1}
      amount={(share) => `${(100 * share).toFixed(0)} %`}
    />
  )
}
