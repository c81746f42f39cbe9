import type { ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import type oracledb from 'oracledb'
import { ServiceFailure } from '../service-failure.ts'

type Oracle = Pick<
  typeof oracledb,
  'OUT_FORMAT_ARRAY' | 'OUT_FORMAT_OBJECT' | 'STMT_TYPE_SELECT' | 'DB_TYPE_VARCHAR'
>

type Column = oracledb.Column
type Session = Pick<oracledb.Session, 'execute' | 'getStatementInfo' | 'callTimeout'>

const rowsOfPage = 200

/**
 * Reads rows in a transaction that only reads. The database first says what kind of statement it is; functions in it
 * that have transactions of their own can still write, so the check of the statement refuses those that are known.
 */
export async function* readOracleRows(
  oracle: Oracle,
  session: Session,
  statement: string,
  { seconds, waitSeconds }: ReadLimits,
): AsyncGenerator<RowsPage> {
  const endAt = performance.now() + seconds * 1000
  const limitTime = () => {
    const left = Math.min(waitSeconds * 1000, endAt - performance.now())
    if (left <= 0) throw new ServiceFailure('timed-out', 'The rows did not arrive in time.')
    session.callTimeout = Math.ceil(left)
  }
  limitTime()
  await session.execute('set transaction read only', [], { outFormat: oracle.OUT_FORMAT_OBJECT })
  const { statementType, metaData = [] } = await session.getStatementInfo(statement)
  if (statementType !== oracle.STMT_TYPE_SELECT) {
    throw new ServiceFailure('refused', 'The database says that the query does not only select.')
  }
  metaData.forEach(assertReadable)
  limitTime()
  const { resultSet } = await session.execute(statement, [], {
    outFormat: oracle.OUT_FORMAT_ARRAY,
    resultSet: true,
    prefetchRows: 0,
    fetchArraySize: rowsOfPage,
    // The client reads numbers as texts, unless it is to convert them.
    fetchTypeHandler: ({ dbTypeName }) =>
      dbTypeName === 'NUMBER' ? { type: oracle.DB_TYPE_VARCHAR } : undefined,
  })
  if (!resultSet) throw new ServiceFailure('refused', 'The query has no rows.')
  const names = metaData.map(({ name }) => name)
  for (;;) {
    limitTime()
    const rows = await resultSet.getRows(rowsOfPage)
    const texts: (string | null)[][] = []
    for (const row of rows) {
      const cells: (string | null)[] = []
      for (const [index, value] of row.entries()) {
        limitTime()
        cells.push(await toCellText(value, metaData[index]))
      }
      texts.push(cells)
    }
    yield { names, rows: texts }
    if (rows.length < rowsOfPage) return
  }
}

const readableTypes =
  /^(?:N?VARCHAR2?|N?CHAR|NUMBER|BINARY_(?:FLOAT|DOUBLE|INTEGER)|BOOLEAN|DATE|TIMESTAMP.*|N?CLOB|RAW|ROWID|UROWID)$/

function assertReadable({ name, dbTypeName }: Column): void {
  if (readableTypes.test(dbTypeName)) return
  throw new ServiceFailure(
    'refused',
    `The column “${name}” has the type ${dbTypeName}, which cannot be read. Leave it out, or convert it to text.`,
  )
}

/** Longer values are no cells of a table. */
const maxCharacters = 100_000

/** The text of a value. Long texts are read one by one, after their length is known. */
async function toCellText(value: unknown, column: Column | undefined): Promise<string | null> {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return toTimeText(value, column?.dbTypeName ?? '')
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`
  if (isLongText(value)) {
    if (value.length > maxCharacters) throw tooLong(column)
    return String((await value.getData()) ?? '')
  }
  return String(value)
}

const tooLong = (column: Column | undefined) =>
  new ServiceFailure(
    'refused',
    `The column “${column?.name}” has a text with more than ${maxCharacters} characters.`,
  )

type LongText = { readonly length: number; getData(): Promise<unknown> }

const isLongText = (value: unknown): value is LongText =>
  typeof value === 'object' && value !== null && 'getData' in value

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The client makes times without a zone by the clock of this process, so they are read by it. */
function toTimeText(value: Date, type: string): string {
  if (/ZONE/.test(type)) return value.toISOString()
  const year = String(value.getFullYear()).padStart(4, '0')
  const day = `${year}-${twoDigits(value.getMonth() + 1)}-${twoDigits(value.getDate())}`
  const parts = [value.getHours(), value.getMinutes(), value.getSeconds()]
  const milliseconds = value.getMilliseconds()
  // The type of days has a time as well, which is midnight for days.
  if (type === 'DATE' && parts.every((part) => part === 0)) return day
  const fraction = milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`
  return `${day}T${parts.map(twoDigits).join(':')}${fraction}`
}
