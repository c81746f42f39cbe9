import { omitUndefined } from '@recto/omit-undefined'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartOrTable } from './ChartOrTable.tsx'

/** A series of bars. */
type BarSeries = {
  readonly key: string
  readonly title: string
  /** Values by category; missing ones are 0. */
  readonly values: ReadonlyMap<string, number>
}

type Props = {
  readonly title: string
  /** Categories of the axis in order, such as days. */
  readonly places: readonly string[]
  /** Title of the categories in the table. */
  readonly placeTitle: string
  readonly series: readonly BarSeries[]
  readonly hasFractions?: boolean
  /** Whether the bars of a category are stacked as parts of a whole. */
  readonly isStacked?: boolean
  /** Whether the table starts with the last category, as for days. */
  readonly isNewestFirst?: boolean
  shortPlace?(place: string): string
  amount(key: string, value: number): string
}

const HEIGHT_PX = 220
const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const
const whole = (place: string) => place

/** Shows a bar chart or the same data as a table. */
export function BarsOrTable(props: Props) {
  const {
    title,
    places,
    placeTitle,
    series,
    hasFractions = false,
    isStacked,
    shortPlace = whole,
    amount,
  } = props
  const data = places.map((place) => ({
    place,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values.get(place) ?? 0])),
  }))
  const say = (value: unknown, _: unknown, { dataKey }: { readonly dataKey?: unknown }) =>
    amount(String(dataKey), Number(value))
  return (
    <ChartOrTable
      title={title}
      placeTitle={placeTitle}
      chart={
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <BarChart data={data} accessibilityLayer={false} margin={{ left: 0, right: 8 }}>
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis dataKey="place" stroke="var(--ink-soft)" tickFormatter={shortPlace} />
            <YAxis
              stroke="var(--ink-soft)"
              width={56}
              allowDecimals={hasFractions}
              tickFormatter={(value: number) => amount(series[0]?.key ?? '', value)}
            />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
              formatter={say}
            />
            {series.length > 1 && <Legend />}
            {series.map(({ key, title }, index) => (
              <Bar
                key={key}
                dataKey={key}
                name={title}
                fill={colors[index] ?? colors[0]}
                {...omitUndefined({ stackId: isStacked ? 'whole' : undefined })}
                isAnimationActive={false}
                radius={isStacked ? 0 : [3, 3, 0, 0]}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      }
      rows={<PlaceRows {...props} />}
    />
  )
}

function PlaceRows({ places, placeTitle, series, isNewestFirst = false, amount }: Props) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{placeTitle}</th>
          {series.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isNewestFirst ? places.toReversed() : places).map((place) => (
          <tr key={place}>
            <th scope="row">{place}</th>
            {series.map(({ key, values }) => (
              <td key={key}>{amount(key, values.get(place) ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  )
}
