import { Tooltip } from 'antd'
import type { Certainty } from '../certainty.ts'
import './sureness.css'

/** Below it a value is marked as one to look at. */
const LOW_CONFIDENCE = 0.5

type Props = {
  readonly value: number | null
  /** Where truths have calibrated it. */
  readonly certainty?: Certainty | undefined
}

/** How sure a value is, in hundredths; nothing where that is not known. */
export function Sureness({ value, certainty }: Props) {
  if (value === null) return null
  const percent = Math.round(value * 100)
  return (
    <Tooltip title={certainty ? sayCertainty(value, certainty) : sayConfidence(value)}>
      <span className="sureness" data-low={value < LOW_CONFIDENCE}>
        {percent} %
      </span>
    </Tooltip>
  )
}

const sayConfidence = (value: number) =>
  `Confidence ${value.toFixed(2)}: of 100 values read like this one, about ${Math.round(value * 100)} are right.`

const sayCertainty = (value: number, { raw, low, high, truths }: Certainty) =>
  `Right in ${value.toFixed(2)} of cases (${low.toFixed(2)} to ${high.toFixed(2)}; from ${truths} truths of this project). Before truths the confidence was ${raw.toFixed(2)}.`
