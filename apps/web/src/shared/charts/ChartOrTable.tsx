import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import './charts.css'

type Props = {
  readonly title: string
  /** Title of the categories in the table. */
  readonly categoryTitle: string
  readonly chart: ReactNode
  /** The head and the body of the table. */
  readonly rows: ReactNode
}

/** Shows a chart or the same data as a table; screen readers always get the table. */
export function ChartOrTable({ title, categoryTitle, chart, rows }: Props) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  return (
    <section className="bar-chart" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button size="small" type="text" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </header>
      {!isTable && <div aria-hidden="true">{chart}</div>}
      <div className={isTable ? 'bar-table' : 'visually-hidden'}>
        <table>
          <caption className="visually-hidden">
            {title} by {categoryTitle.toLowerCase()}
          </caption>
          {rows}
        </table>
      </div>
    </section>
  )
}
