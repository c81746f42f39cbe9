import { Tooltip } from 'antd'
import type { Calibration } from '../calibration.ts'
import './confidence-badge.css'

/** Values with a lower confidence are emphasized. */
export const LOW_CONFIDENCE = 0.5

type Props = {
  readonly value: number | null
  /** Present if expected values have calibrated the confidence. */
  readonly calibration?: Calibration | undefined
}

/** Shows the confidence of a value in percent; nothing if it is unknown. */
export function ConfidenceBadge({ value, calibration }: Props) {
  if (value === null) return null
  const percent = Math.round(value * 100)
  return (
    <Tooltip title={explainConfidence(value, calibration)}>
      <span className="sureness" data-low={value < LOW_CONFIDENCE}>
        {percent}%
      </span>
    </Tooltip>
  )
}

/** Says in a sentence what the confidence means. */
export const explainConfidence = (value: number, calibration: Calibration | undefined): string =>
  calibration ? describeCalibrated(value, calibration) : describeConfidence(value)

const describeConfidence = (value: number) =>
  `Confidence ${value.toFixed(2)}: about ${Math.round(value * 100)} of 100 similar values are correct.`

const describeCalibrated = (value: number, { raw, low, high, truths }: Calibration) =>
  `Confidence ${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}), calibrated with ${truths} expected values of this project. Uncalibrated: ${raw.toFixed(2)}.`
