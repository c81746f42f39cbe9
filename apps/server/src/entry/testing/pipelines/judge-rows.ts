import { fileNameOf, orderOf } from '../orders.ts'
import type { WrittenRow } from './order-tables.ts'

export type RowsVerdict = {
  /** File names without a row, or with one that says something else than the document. */
  readonly wrong: readonly string[]
  /** Places with more than one row. */
  readonly twice: readonly string[]
}

/** Every order from 1 to `count` has one row with what stands in it. */
export function judgeRows(count: number, folder: string, rows: readonly WrittenRow[]): RowsVerdict {
  const byPath = Map.groupBy(rows, ({ path }) => path)
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  const isRight = (number: number) => {
    const expectedOrder = orderOf(number)
    return byPath
      .get(`${folder}/${fileNameOf(number)}`)
      ?.every(
        ({ orderNumber, customer, total }) =>
          orderNumber === expectedOrder.order_number &&
          customer === expectedOrder.customer &&
          total === expectedOrder.total,
      )
  }
  return {
    wrong: numbers.filter((number) => !isRight(number)).map(fileNameOf),
    twice: [...byPath].filter(([, fileRows]) => fileRows.length > 1).map(([path]) => path),
  }
}
