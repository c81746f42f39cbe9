import type { ConnectorNetwork, ConnectorProvider } from '@recto/provider-spec/connector-provider'
import type {
  DatabaseConnector,
  ReadLimits,
  RowsPage,
  RowsQuery,
  TableEntry,
} from '@recto/provider-spec/database-connector'
import type { Settings } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Proof, sayProof } from './say-proof.ts'

/** A database to run against, empty. */
type DatabaseService = {
  readonly settings: Settings
  readonly outside: ConnectorNetwork
  /** All rows of a table, as a client of its own sees them. */
  rowsOf(table: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  stop(): Promise<void>
}

type DatabaseSuiteOptions = {
  readonly provider: ConnectorProvider<'database-connector'>
  /** The kind of server under test. */
  readonly by: Proof['by']
  start(): Promise<DatabaseService>
  /** Settings by which the server refuses to let in, where it asks who comes. */
  readonly wrong?: (settings: Settings) => Settings
  readonly missing: (settings: Settings) => Settings
  readonly secret: string
  /** The name of a column that is as odd as the service takes it. */
  readonly oddName?: string
  /** The schema that is said with each table, for services that assume none. */
  readonly schema?: string
  /** Whether it refuses a second row with the same key. */
  readonly keepsKeys?: boolean
  /** Whether it refuses a text where a number belongs. */
  readonly keepsTypes?: boolean
  /** Whether it has transactions over several tables. */
  readonly replacesTogether?: boolean
  /** What its reader of rows must do. */
  readonly reads: ReadExpectations
}

type ReadExpectations = {
  /** Statements that must not be sent, with a part of the reason. */
  readonly refusedStatements: readonly (readonly [statement: string, reason: string])[]
  /** A statement that never ends. */
  readonly endless: string
  /** Quotes a name in a statement. */
  quote(name: string): string
  /** Whether it stores all digits of long numbers, and the client of the test reads them. */
  readonly isExact?: boolean
}

export async function tablesIn(database: DatabaseConnector): Promise<TableEntry[]> {
  const all: TableEntry[] = []
  for await (const page of database.listTables()) all.push(...page)
  return all
}

/** Reads all rows of a query. */
export async function readAll(
  database: DatabaseConnector,
  query: RowsQuery,
  limits: ReadLimits & { readonly signal?: AbortSignal },
): Promise<RowsPage> {
  const pages = await pagesOf(database, query, limits)
  return { names: pages.at(-1)?.names ?? [], rows: pages.flatMap(({ rows }) => rows) }
}

/** Reads the pages of a query, or the first of them. */
async function pagesOf(
  database: DatabaseConnector,
  query: RowsQuery,
  limits: ReadLimits & { readonly signal?: AbortSignal },
  count = Number.POSITIVE_INFINITY,
): Promise<RowsPage[]> {
  const pages: RowsPage[] = []
  for await (const page of database.readRows?.(query, limits) ?? []) {
    pages.push(page)
    if (pages.length === count) break
  }
  return pages
}

const failureOf = (promise: Promise<unknown>): Promise<ProviderError> =>
  promise.then(
    () => expect.unreachable('It has not failed.'),
    (error) => {
      expect(error).toBeInstanceOf(ProviderError)
      return error
    },
  )

const inSmallLetters = (row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))

/** Tests what holds for every database connector. */
export function testDatabaseConnector({ provider, start, ...options }: DatabaseSuiteOptions) {
  const { by: proofKind, wrong, missing: withoutField, secret, schema } = options
  const { oddName = 'größe "1"`]', keepsKeys = true, keepsTypes = true } = options
  const { replacesTogether = true, reads } = options
  const tableAt = (name: string) => ({ name, schema })
  let service: DatabaseService
  /** A service may write plain names in capitals. */
  const rowsOf = async (table: string) => (await service.rowsOf(table)).map(inSmallLetters)
  let database: DatabaseConnector
  const open = (settings: Settings) => provider.open(settings, service.outside)

  describe(provider.name, () => {
    sayProof(provider, proofKind)
    beforeAll(async () => {
      service = await start()
      database = open(service.settings)
    })
    afterAll(() => service?.stop())

    if (wrong)
      test('a wrong password is refused, by the field that it stands in and without its value', async () => {
        const error = await failureOf(open(wrong(service.settings)).check())

        expect(error.code).toBe('unauthorised')
        expect(error.message).toContain('Check “')
        expect(error.message).not.toContain(secret)
      })

    test('a database that is not there is named', async () => {
      const error = await failureOf(open(withoutField(service.settings)).check())

      expect(['not-found', 'unauthorised']).toContain(error.code)
      expect(error.message).toContain('Check “')
      expect(error.message).not.toContain(secret)
    })

    test('settings without what is needed are refused by name, before any call', () => {
      expect(() => open({})).toThrow(/missing|needed/)
    })

    test('what is not there is not found', async () => {
      expect(await database.listColumns(tableAt('nowhere'))).toBeUndefined()
      const error = await failureOf(database.insert(tableAt('nowhere'), [{ a: '1' }]))
      expect(error.code).toBe('not-found')
    })

    test('a connection test passes', () => database.check())

    const columns = [
      { name: 'id', kind: 'text' },
      { name: oddName, kind: 'number' },
      { name: 'data', kind: 'json' },
      { name: 'is_paid', kind: 'truth' },
      { name: 'pages', kind: 'whole' },
      { name: 'read_at', kind: 'time' },
    ] as const

    test('a table is made once, and listed with its columns', async () => {
      const make = () => database.createTable(tableAt('invoice rows'), columns)
      await Promise.all([make(), make(), make(), make()])
      await make()

      const tableList = await tablesIn(database)
      expect(tableList.map(({ name }) => name)).toContain('invoice rows')
      if (schema) expect(tableList).toContainEqual(tableAt('invoice rows'))
      const columnsFound = await database.listColumns(tableAt('invoice rows'))
      const names = columnsFound?.map(({ name }) => name.toLowerCase())
      expect(names).toEqual(columns.map(({ name }) => name))
      expect(columnsFound?.every(({ type }) => type !== '')).toBe(true)
    })

    const row = (id: string) => ({
      id,
      [oddName]: 30.5,
      data: JSON.stringify({ total: "30'; drop table x; -- 🧾" }),
      is_paid: true,
      pages: 3,
      read_at: new Date('2026-11-22T10:11:12.000Z'),
    })

    test('rows are added as they are, and null where there is nothing', async () => {
      await database.insert(tableAt('invoice rows'), [row('a'), { id: 'b', pages: null }])

      const rows = await rowsOf('invoice rows')
      expect(rows).toHaveLength(2)
      const [first, second] = rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      expect(first).toMatchObject({ id: 'a', [oddName]: 30.5 })
      const data = typeof first?.data === 'string' ? JSON.parse(first.data) : first?.data
      expect(data).toEqual({ total: "30'; drop table x; -- 🧾" })
      expect(new Date(String(first?.read_at)).getUTCHours()).toBe(10)
      expect(second).toMatchObject({ id: 'b', pages: null, read_at: null })
    })

    test('many rows are added at once, or none of them', async () => {
      await database.createTable(tableAt('many'), [
        { name: 'n', kind: 'whole' },
        { name: 't', kind: 'text' },
      ])
      const manyRows = Array.from({ length: 3000 }, (_, n) => ({ n, t: `row ${n}` }))
      await database.insert(tableAt('many'), manyRows)
      const damagedRow = keepsTypes ? { n: 'no number' } : { nowhere: 'no column' }
      await failureOf(database.insert(tableAt('many'), [...manyRows, { n: 1 }, damagedRow]))

      expect(await rowsOf('many')).toHaveLength(3000)
    })

    test('a table with a key has each row once, also when it is written twice at the same moment', async () => {
      const table = tableAt('with a key')
      await database.createTable(table, columns, { key: ['id'] })
      await Promise.all(
        Array.from({ length: 3 }, () => database.insert(table, [row('a')], { key: ['id'] })),
      )
      if (keepsKeys) {
        const error = await failureOf(database.insert(table, [row('a')]))
        expect(error.code).toBe('refused')
      }

      expect(await rowsOf(table.name)).toHaveLength(1)
    })

    test('the same rows with a key change nothing, and others are replaced', async () => {
      const key = ['id']
      await database.createTable(tableAt('keyed'), columns)
      await database.insert(tableAt('keyed'), [row('a'), row('b')], { key })
      await database.insert(tableAt('keyed'), [row('a')], { key })
      await database.insert(tableAt('keyed'), [{ ...row('b'), pages: 9 }], { key })

      const rows = await rowsOf('keyed')
      expect(rows.map(({ id, pages }) => [id, Number(pages)]).toSorted()).toEqual([
        ['a', 3],
        ['b', 9],
      ])
    })

    test('rows of several tables are replaced together or not at all', async () => {
      const bills = tableAt('bills')
      const lines = tableAt('lines of bills')
      const lineColumns = [
        { name: 'id', kind: 'text' },
        { name: 'item_number', kind: 'whole' },
        { name: 'amount', kind: 'decimal' },
      ] as const
      await database.createTable(bills, columns, { key: ['id'] })
      await database.createTable(lines, lineColumns, { key: ['id', 'item_number'] })
      const { replaceRows } = database
      expect(replaceRows !== undefined).toBe(replacesTogether)
      if (!replaceRows) return
      const write = (id: string, amounts: readonly (string | null)[]) =>
        replaceRows([
          { table: bills, key: { id }, rows: [row(id)] },
          {
            table: lines,
            key: { id },
            rows: amounts.map((amount, n) => ({ id, item_number: n + 1, amount })),
          },
        ])
      const amountsOf = async (id: string) =>
        (await rowsOf(lines.name))
          .filter((one) => one.id === id)
          .toSorted((a, b) => Number(a.item_number) - Number(b.item_number))
          .map(({ amount }) => (amount === null ? null : Number(amount)))

      await write('b', ['7'])
      // Two processes may write the same file at the same moment.
      await Promise.all(Array.from({ length: 3 }, () => write('a', ['1.25', null, '3'])))
      expect(await amountsOf('a')).toEqual([1.25, null, 3])
      await write(
        'a',
        Array.from({ length: 1200 }, (_, n) => String(n)),
      )
      expect(await amountsOf('a')).toHaveLength(1200)
      const damagedRows = [{ id: 'a', item_number: 1, nowhere: 'no column' }]
      await failureOf(
        replaceRows([
          { table: bills, key: { id: 'a' }, rows: [] },
          { table: lines, key: { id: 'a' }, rows: damagedRows },
        ]),
      )
      expect(await amountsOf('a')).toHaveLength(1200)
      await write('a', [])

      expect(await amountsOf('a')).toEqual([])
      expect(await amountsOf('b')).toEqual([7])
      const ids = (await rowsOf(bills.name)).map(({ id }) => id)
      expect(ids.toSorted()).toEqual(['a', 'b'])
    })

    test('columns are added once, and those of a day and of a decimal take what they are given', async () => {
      const table = tableAt('growing')
      await database.createTable(table, [{ name: 'id', kind: 'text' }])
      await database.insert(table, [{ id: 'a' }])
      const addedColumns = [
        { name: oddName, kind: 'decimal' },
        { name: 'due', kind: 'date' },
      ] as const
      await Promise.all([
        database.addColumns(table, addedColumns),
        database.addColumns(table, addedColumns),
      ])
      await database.addColumns(table, addedColumns)
      await database.insert(table, [
        { id: 'b', [oddName]: '1234567890123456.75', due: '2026-02-28' },
      ])

      const rows = await rowsOf('growing')
      const [first, second] = rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      expect(first).toMatchObject({ id: 'a', [oddName]: null, due: null })
      // The client of the test may read decimals as numbers, whichever were written.
      expect(Number(second?.[oddName])).toBe(Number('1234567890123456.75'))
      expect(new Date(String(second?.due)).toDateString()).toBe('Sat Feb 28 2026')
      const names = (await database.listColumns(table))?.map(({ name }) => name.toLowerCase())
      expect(names).toEqual(['id', oddName, 'due'])
    })

    describe('reads rows', () => {
      const { refusedStatements, endless, quote, isExact = true } = reads
      const limits = { waitSeconds: 20, seconds: 60 }
      const table = tableAt('read rows')
      const from = schema === undefined ? quote(table.name) : `${schema}.${quote(table.name)}`
      const amount = isExact ? '12345678901234567.25' : '12345678901.25'
      const whole = isExact ? '9007199254740993' : '900719925474099'
      beforeAll(async () => {
        await database.createTable(table, [
          { name: 'id', kind: 'text' },
          { name: 'number', kind: 'whole' },
          { name: 'amount', kind: 'decimal' },
          { name: 'due', kind: 'date' },
        ])
        await database.insert(table, [
          { id: "it's =1+1 🧾", number: whole, amount, due: '2026-01-31' },
          { id: 'b', number: null, amount: null, due: null },
        ])
      })
      const plain = ({ names, rows }: RowsPage) => ({
        names: names.map((name) => name.toLowerCase()),
        rows: rows
          .map(([id, number, sum, due]) => [id, number, sum?.replace(/\.?0+$/, ''), due])
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      })

      test('of a table and of a statement, as exact texts and with null', async () => {
        const expected = {
          names: ['id', 'number', 'amount', 'due'],
          rows: [
            ['b', null, undefined, null],
            ["it's =1+1 🧾", whole, amount, '2026-01-31'],
          ],
        }
        expect(plain(await readAll(database, { table }, limits))).toEqual(expected)
        const statement = `select * from ${from};`
        expect(plain(await readAll(database, { statement }, limits))).toEqual(expected)
        const noRows = await readAll(
          database,
          { statement: `select * from ${from} where 1 = 0` },
          limits,
        )
        expect(plain(noRows)).toEqual({ ...expected, rows: [] })
      })

      test('in pages, and stops when the reader has enough', async () => {
        const longTable = tableAt('many to read')
        await database.createTable(longTable, [{ name: 'n', kind: 'whole' }])
        await database.insert(
          longTable,
          Array.from({ length: 2500 }, (_, n) => ({ n })),
        )
        const pages = await pagesOf(database, { table: longTable }, limits)
        expect(Math.max(...pages.map(({ rows }) => rows.length))).toBeLessThanOrEqual(1000)
        expect(new Set(pages.flatMap(({ rows }) => rows.flat())).size).toBe(2500)
        const firstPages = await pagesOf(database, { table: longTable }, limits, 1)
        expect(firstPages.flatMap(({ rows }) => rows)).not.toHaveLength(2500)
        expect((await readAll(database, { table: longTable }, limits)).rows).toHaveLength(2500)
      })

      test.each<readonly [statement: string, reason: string]>([
        ['', 'The query is empty'],
        [`delete from ${from}`, 'does not begin with SELECT'],
        [`select 1; delete from ${from}`, 'more than one statement'],
        [`with x as (delete from ${from}) select 1`, 'contains DELETE'],
        [`select * into other from ${from}`, 'contains INTO'],
        ...refusedStatements,
      ])('and does not send “%s”', async (statement, reason) => {
        const error = await failureOf(readAll(database, { statement }, limits))
        expect(error.code).toBe('refused')
        expect(error.message).toContain(reason)
        expect(await rowsOf(table.name)).toHaveLength(2)
      })

      test('and says what is wrong with a statement', async () => {
        const error = await failureOf(
          readAll(database, { statement: `select nothing_there from ${from}` }, limits),
        )
        expect(error.message).toContain('nothing_there')
      })

      test('but none of a statement that never ends', async () => {
        const controller = new AbortController()
        const reading = readAll(
          database,
          { statement: endless },
          { ...limits, signal: controller.signal },
        )
        const outcome = reading.catch((error: unknown) => error)
        setImmediate(() => controller.abort(new Error('Ada closed the page.')))
        expect(await outcome).toEqual(new Error('Ada closed the page.'))

        const short = { waitSeconds: 0.5, seconds: 1 }
        const error = await failureOf(readAll(database, { statement: endless }, short))
        expect(['timed-out', 'refused']).toContain(error.code)
        expect((await readAll(database, { table }, limits)).rows).toHaveLength(2)
      })
    })

    test('a caller who stops gets his own reason', async () => {
      const signal = AbortSignal.abort(new Error('Ada closed the page.'))

      await expect(database.check({ signal })).rejects.toThrow('Ada closed the page.')
    })
  })
}
