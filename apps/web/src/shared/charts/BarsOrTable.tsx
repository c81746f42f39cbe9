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
  readonly categories: readonly string[]
  /** Title of the categories in the table. */
  readonly categoryTitle: string
  readonly series: readonly BarSeries[]
  readonly hasFractions?: boolean
  /** Whether the bars of a category are stacked as parts of a whole. */
  readonly isStacked?: boolean
  /** Whether the table starts with the last category, as for days. */
  readonly isNewestFirst?: boolean
  shortLabel?(category: string): string
  amount(key: string, value: number): string
}

const HEIGHT_PX = 220
const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const
/** A small amount next to a large one is still a line that can be seen. */
const minVisibleHeight = (value: unknown) => (value ? 2 : 0)
const fullLabel = (category: string) => category

const legendTitle = (title: string) => <span className="bar-legend">{title}</span>

/** Shows a bar chart or the same data as a table. */
export function BarsOrTable(props: Props) {
  const {
    title,
    categories,
    categoryTitle,
    series,
    hasFractions = false,
    isStacked,
    shortLabel = fullLabel,
    amount,
  } = props
  const data = categories.map((category) => ({
    category,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values.get(category) ?? 0])),
  }))
  const formatTooltip = (value: unknown, _: unknown, { dataKey }: { readonly dataKey?: unknown }) =>
    amount(String(dataKey), Number(value))
  return (
    <ChartOrTable
      title={title}
      categoryTitle={categoryTitle}
      chart={
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <BarChart
            data={data}
            accessibilityLayer={false}
            // Labels of the first and last lines stay beside their lines.
            margin={{ left: 0, right: 20, top: 10 }}
            // Gaps between the bars of a day would leave one pixel for each bar of a month.
            barGap={0}
          >
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis dataKey="category" stroke="var(--ink-soft)" tickFormatter={shortLabel} />
            <YAxis
              stroke="var(--ink-soft)"
              // The axis is as wide as its labels, which are long for large amounts.
              width="auto"
              interval={0}
              allowDecimals={hasFractions}
              tickFormatter={(value: number) => amount(series[0]?.key ?? '', value)}
            />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
              formatter={formatTooltip}
            />
            {series.length > 1 && <Legend itemSorter={null} formatter={legendTitle} />}
            {series.map(({ key, title }, index) => (
              <Bar
                key={key}
                dataKey={key}
                name={title}
                fill={colors[index] ?? colors[0]}
                {...omitUndefined({ stackId: isStacked ? 'whole' : undefined })}
                isAnimationActive={false}
                maxBarSize={56}
                minPointSize={minVisibleHeight}
                radius={isStacked ? 0 : [3, 3, 0, 0]}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      }
      rows={<CategoryRows {...props} />}
    />
  )
}

function CategoryRows({ categories, categoryTitle, series, isNewestFirst = false, amount }: Props) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{categoryTitle}</th>
          {series.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isNewestFirst ? categories.toReversed() : categories).map((category) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            {series.map(({ key, values }) => (
              <td key={key}>{amount(key, values.get(category) ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  )
}
