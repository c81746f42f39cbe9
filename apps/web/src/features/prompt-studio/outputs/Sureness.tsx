import { Tooltip } from 'antd'
import './sureness.css'

/** Below it a value is marked as one to look at. */
const LOW_CONFIDENCE = 0.5

type Props = { readonly value: number | null }

/** How sure a value is, in hundredths; nothing where that is not known. */
export function Sureness({ value }: Props) {
  if (value === null) return null
  const percent = Math.round(value * 100)
  return (
    <Tooltip
      title={`Confidence ${value.toFixed(2)}: of 100 values read like this one, about ${percent} are right.`}
    >
      <span className="sureness" data-low={value < LOW_CONFIDENCE}>
        {percent} %
      </span>
    </Tooltip>
  )
}
