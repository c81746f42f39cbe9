import { useQuery } from '@tanstack/react-query'
import { Alert, Slider, Switch } from 'antd'
import { useId } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PassingCurve } from './PassingCurve.tsx'
import {
  type DialHistory,
  type DialStop,
  defaultWrongPerThousand,
  describeSavings,
  dialOf,
  explainMissingGuarantee,
  findStop,
} from './review-dial.ts'
import './dial.css'

type Props = {
  readonly workflowId: string
  /** Maximum number of wrong values per 1,000; null if the setting is off. */
  readonly wrongPerThousand: number | null
  readonly isViewOnly: boolean
  onChange(wrongPerThousand: number | null): void
}

/** Setting for the maximum error rate of values that skip the review, with its effect. */
export function Dial({ workflowId, wrongPerThousand, isViewOnly, onChange }: Props) {
  const id = useId()
  const { data: history, error, refetch } = useQuery(dialOf(workflowId))
  return (
    <section className="dial" aria-labelledby={id}>
      <header>
        <Switch
          id={`${id}-on`}
          aria-labelledby={id}
          disabled={isViewOnly}
          checked={wrongPerThousand !== null}
          onChange={(isOn) => onChange(isOn ? defaultWrongPerThousand : null)}
        />
        <label id={id} htmlFor={`${id}-on`}>
          Skip review for high-confidence documents
        </label>
      </header>
      <p className="faint">
        A document skips review when the confidence of each of its values is high enough for the
        target. Documents selected by the percentage and the conditions above are always reviewed.
      </p>
      {error && !history ? (
        <FailureState
          error={error}
          fallback="Failed to load the review history"
          onRetry={() => void refetch()}
        />
      ) : (
        <DialBody
          history={history}
          wrongPerThousand={wrongPerThousand}
          isViewOnly={isViewOnly}
          onChange={onChange}
        />
      )}
    </section>
  )
}

type BodyProps = Omit<Props, 'workflowId'> & { readonly history: DialHistory | undefined }

function DialBody({ history, wrongPerThousand, isViewOnly, onChange }: BodyProps) {
  // Has the size of the loaded content, so that nothing below it moves.
  if (!history) return <div className="bone dial-body" aria-hidden="true" />
  const stop = wrongPerThousand === null ? undefined : findStop(history, wrongPerThousand)
  return (
    <div className="dial-body">
      <DialSlider history={history} stop={stop} isViewOnly={isViewOnly} onChange={onChange} />
      <div aria-live="polite">
        {stop && <Outcome history={history} stop={stop} />}
        {!stop && (
          <p>The error-rate target is off. It does not affect which documents are reviewed.</p>
        )}
      </div>
      <PassingCurve history={history} wrongPerThousand={stop?.wrongPerThousand} />
    </div>
  )
}

type SliderProps = Pick<Props, 'isViewOnly' | 'onChange'> & {
  readonly history: DialHistory
  readonly stop: DialStop | undefined
}

/** Slider that snaps to the stops, which are equally spaced. */
function DialSlider({ history: { stops }, stop, isViewOnly, onChange }: SliderProps) {
  const index = stop ? stops.indexOf(stop) : 0
  const wrongAt = (index: number | undefined) => stops[index ?? 0]?.wrongPerThousand ?? 0
  return (
    <div className="dial-slider">
      <span aria-hidden="true">
        {stop ? (
          <>
            At most <b>{stop.wrongPerThousand}</b> wrong values per 1,000
          </>
        ) : (
          'Off'
        )}
      </span>
      <Slider
        min={0}
        max={Math.max(0, stops.length - 1)}
        value={index}
        disabled={isViewOnly || !stop}
        ariaLabelForHandle="Maximum wrong values per 1,000"
        ariaValueTextFormatterForHandle={(index) => `${wrongAt(index)} per 1,000`}
        // The value is shown above the slider.
        tooltip={{ formatter: null }}
        onChange={(index) => onChange(wrongAt(index))}
      />
    </div>
  )
}

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`

function Outcome({ history, stop }: { readonly history: DialHistory; readonly stop: DialStop }) {
  if (!stop.isGuaranteed) {
    return (
      <Alert
        type="warning"
        showIcon
        title="All documents go to review: this target cannot be guaranteed yet."
        description={explainMissingGuarantee(history, stop)}
      />
    )
  }
  const { shareOfFiles, shareOfValues } = stop
  return (
    <>
      <p className="dial-share">
        {shareOfFiles === null ? (
          <>
            <b>{percent(shareOfValues)}</b> of values skip review. The share of documents is shown
            once the workflow has processed some.
          </>
        ) : (
          <>
            <b>{percent(shareOfFiles)}</b> of documents skip review, based on the last{' '}
            {history.files} of this workflow.
          </>
        )}
      </p>
      {shareOfFiles !== null && <p>{describeSavings(history, shareOfFiles)}</p>}
      <p className="faint">
        This holds with 95% confidence, based on {history.expectedValueCount} expected values. Keep
        reviewing a small percentage of files so that you notice if documents change.
      </p>
    </>
  )
}
