import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartOrTable } from './ChartOrTable.tsx'

/** A point of the line. */
type BandPoint = {
  readonly category: string
  /** Null where there is none, which leaves a gap. */
  readonly value: number | null
  /** It says in the table what the value is based on. */
  readonly note: string
}

type Band = { readonly low: number; readonly high: number }

type Props = {
  readonly title: string
  readonly categoryTitle: string
  readonly valueTitle: string
  readonly noteTitle: string
  readonly points: readonly BandPoint[]
  /** Bounds of the usual values; null if they are not known. */
  readonly band: Band | null
  /** Largest possible value, beyond which the axis does not go. */
  readonly maxValue?: number | undefined
  shortLabel(category: string): string
  amount(value: number): string
}

const HEIGHT_PX = 200
const margin = { left: 0, right: 20, top: 10 }
const isOutside = (value: number, band: Band | null) =>
  band !== null && (value < band.low || value > band.high)

/** Shows a line with the band in which it usually is, or the same data as a table. */
export function BandOrTable(props: Props) {
  return (
    <ChartOrTable {...props} chart={<BandChart {...props} />} rows={<PointRows {...props} />} />
  )
}

function BandChart({ valueTitle, points, band, maxValue, shortLabel, amount }: Props) {
  const tooltipStyle = { background: 'var(--sheet)', borderColor: 'var(--hairline)' }
  const formatTooltip = (value: unknown) => amount(Number(value))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <LineChart data={[...points]} accessibilityLayer={false} margin={margin}>
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis dataKey="category" stroke="var(--ink-soft)" tickFormatter={shortLabel} />
        <YAxis
          width="auto"
          stroke="var(--ink-soft)"
          domain={[0, Math.min(computeAxisEnd(points, band), maxValue ?? Number.POSITIVE_INFINITY)]}
          tickFormatter={amount}
        />
        <Tooltip contentStyle={tooltipStyle} formatter={formatTooltip} />
        {band && (
          <ReferenceArea
            y1={band.low}
            y2={band.high}
            fill="var(--chart-1)"
            fillOpacity={0.18}
            stroke="var(--chart-1)"
            strokeDasharray="4 3"
          />
        )}
        <Line
          dataKey="value"
          name={valueTitle}
          stroke="var(--chart-1)"
          strokeWidth={2}
          dot={(dot) => <Dot key={dot.key} x={dot.cx} y={dot.cy} value={dot.value} band={band} />}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

const computeAxisEnd = (points: readonly BandPoint[], band: Band | null): number =>
  1.1 * Math.max(band?.high ?? 0, ...points.map(({ value }) => value ?? 0)) || 1

type DotProps = {
  readonly x: number | undefined
  readonly y: number | undefined
  readonly value: unknown
  readonly band: Band | null
}

/** A circle inside the band and a diamond outside it, so that the two differ in more than their color. */
function Dot({ x, y, value, band }: DotProps) {
  if (x === undefined || y === undefined || typeof value !== 'number') return null
  if (!isOutside(value, band)) return <circle cx={x} cy={y} r={3} fill="var(--chart-1)" />
  return <path d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} fill="var(--chart-2)" stroke="var(--sheet)" />
}

function PointRows({ categoryTitle, valueTitle, noteTitle, points, band, amount }: Props) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{categoryTitle}</th>
          <th scope="col">{valueTitle}</th>
          <th scope="col">{noteTitle}</th>
          <th scope="col">
            {band ? `Usual: ${amount(band.low)} to ${amount(band.high)}` : 'Usual: not known yet'}
          </th>
        </tr>
      </thead>
      <tbody>
        {points
          .filter(({ value }) => value !== null)
          .toReversed()
          .map(({ category, value, note }) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              <td>{amount(value ?? 0)}</td>
              <td>{note}</td>
              <td>{isOutside(value ?? 0, band) ? 'Outside' : ''}</td>
            </tr>
          ))}
      </tbody>
    </>
  )
}
