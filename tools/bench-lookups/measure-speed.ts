import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { randomNumbers } from '@recto/testkit/list-samples'
import { matchValues } from '../../apps/server/src/features/lookups/matching/match-values.ts'
import type {
  PromptToMatch,
  ValuesByKey,
} from '../../apps/server/src/features/lookups/matching/searches.ts'
import { connect } from '../../apps/server/src/platform/db/connect.ts'
import type { Tenant } from '../../apps/server/src/platform/db/database.ts'
import { quantile, table, worstOf } from '../bench/figures.ts'
import { startInFolder } from '../bench/measure-history.ts'
import { generateRow, type LargeRow, makeTypo } from './generate-rows.ts'

type SpeedOptions = {
  readonly rows: number
  /** Values that are matched for each figure. */
  readonly samples: number
  /** A folder with an installation that is used as it is, or filled if it is new; a new one is deleted if absent. */
  readonly keep: string | undefined
  readonly isFilled: boolean
  print(line: string): void
}

const seed = 7
const tableName = 'Large'
const matchTo: MatchTo = {
  table: tableName,
  compare: [
    { column: 'Name', field: null },
    { column: 'VAT ID', field: 'vat' },
    { column: 'Postcode', field: 'postcode' },
    { column: 'City', field: 'city' },
  ],
  add: ['Number'],
}
const listMatchTo: MatchTo = {
  table: tableName,
  compare: [
    { column: 'Number', field: null, list_column: 'number' },
    { column: 'Name', field: null, list_column: 'description' },
  ],
  add: ['VAT ID'],
}

/** Rows of a list that is matched at once. */
const listRows = 200
/** The share of the list's rows whose number the table does not have, so that their names are searched. */
const shareOfUnknownNumbers = 0.05

/** Measures how long values take to be matched to a table of many rows. */
export async function measureSpeed(options: SpeedOptions): Promise<void> {
  const { rows: rowCount, samples, print } = options
  await using cleaning = new AsyncDisposableStack()
  const { product, admin } = await startInFolder(options.keep, cleaning)
  const random = randomNumbers(seed)
  const rows = Array.from({ length: rowCount }, (_, index) => generateRow(random, index))
  if (!options.isFilled) {
    const start = performance.now()
    const { status, body } = await admin.upload('lookup-tables/', {
      files: [{ name: 'large.csv', content: toCsv(rows) }],
      fields: { name: tableName },
    })
    if (status !== 201) throw new Error(`The table was refused: ${JSON.stringify(body)}`)
    print(`uploaded in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  const connection = connect(await product.databaseUrl(), { warn: print })
  cleaning.defer(() => connection.close())
  const { organization_id: organizationId, id: tableId } = await connection.db
    .selectFrom('lookup_table')
    .select(['organization_id', 'id'])
    .where('name', '=', tableName)
    .executeTakeFirstOrThrow()
  const tenant = { db: connection.db, organizationId }
  if (!options.isFilled) print(await waitForVacuum(connection.pool))
  const results: string[][] = []
  for (const { title, prompt, make } of listCases(random, rows)) {
    results.push([title, ...(await measureCase(tenant, samples, { prompt, make }))])
  }
  const changedRows = rows.map((row, index) =>
    index % 10 === 0 ? { ...row, name: makeTypo(random, row.name) } : row,
  )
  const uploadPromise = admin.upload(`lookup-tables/${tableId}/versions/`, {
    files: [{ name: 'changed.csv', content: toCsv(changedRows) }],
  })
  results.push(...(await measureMeanwhile(tenant, uploadPromise, listCases(random, rows))))
  const { status: uploadStatus } = await uploadPromise
  if (uploadStatus !== 200 && uploadStatus !== 201) throw new Error('The new version was refused.')
  print(`load average ${loadavg()[0]?.toFixed(1)}`)
  console.log(table([['matched', 'half, ms', 'p95, ms', 'worst, ms', 'right'], ...results]))
}

const maxVacuumSeconds = 300

/**
 * Waits for the automatic vacuum that follows a large upload, within a minute or two. Until then, each row that is
 * read for the first time is written as well.
 */
async function waitForVacuum(pool: ReturnType<typeof connect>['pool']): Promise<string> {
  const start = performance.now()
  const secondsSince = () => (performance.now() - start) / 1000
  while (secondsSince() < maxVacuumSeconds) {
    const { rows } = await pool.query(
      `select bool_and(last_autovacuum is not null) as is_vacuumed from pg_stat_user_tables
      where relname in ('lookup_row', 'lookup_word')`,
    )
    if (rows[0]?.is_vacuumed) return `vacuumed ${secondsSince().toFixed(0)} s after the upload`
    await setTimeout(1000)
  }
  return `not vacuumed within ${maxVacuumSeconds} s`
}

type MeasuredValues = {
  readonly values: ValuesByKey
  /** The keys of the rows that are meant, of one value or of the rows of a list. */
  readonly expected: readonly string[]
}

type MeasuredCase = {
  readonly title: string
  readonly prompt: PromptToMatch
  make(): MeasuredValues
}

/** Values that are matched before the first that is measured. */
const warmUps = 20

async function measureCase(
  tenant: Tenant,
  samples: number,
  { prompt, make }: Omit<MeasuredCase, 'title'>,
): Promise<readonly string[]> {
  const times: number[] = []
  let right = 0
  let expectedCount = 0
  for (let n = 0; n < samples + warmUps; n++) {
    const { values, expected } = make()
    const start = performance.now()
    const matches = await matchValues(tenant, { prompts: [prompt], values, time: new Date() })
    if (n < warmUps) continue
    times.push(performance.now() - start)
    const match = matches.get(prompt.key)
    const keys = (match?.list?.rows ?? [match?.match]).map((one) => one?.row_key)
    expectedCount += expected.length
    right += expected.filter((key, index) => keys[index] === key).length
  }
  return [
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.95).toFixed(1),
    worstOf(times).toFixed(1),
    expectedCount === 0 ? '' : `${((100 * right) / expectedCount).toFixed(1)} %`,
  ]
}

/** Measures the first two cases, in turn, until another work has ended. */
async function measureMeanwhile(
  tenant: Tenant,
  work: Promise<unknown>,
  cases: readonly MeasuredCase[],
): Promise<string[][]> {
  let isRunning = true
  const end = work.finally(() => {
    isRunning = false
  })
  const measuredCases = cases.slice(0, 2).map((one) => ({ ...one, times: [] as number[] }))
  while (isRunning) {
    for (const { prompt, make, times } of measuredCases) {
      const start = performance.now()
      await matchValues(tenant, { prompts: [prompt], values: make().values, time: new Date() })
      times.push(performance.now() - start)
    }
    await setTimeout(50)
  }
  await end
  return measuredCases.map(({ title, times }) => [
    `${title}, while all rows are replaced (${times.length} times)`,
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.95).toFixed(1),
    worstOf(times).toFixed(1),
    '',
  ])
}

function listCases(random: () => number, rows: readonly LargeRow[]): readonly MeasuredCase[] {
  const pickRow = () => rows[Math.floor(random() * rows.length)] as LargeRow
  const vendor = { key: 'vendor', matchTo }
  const items = { key: 'items', matchTo: listMatchTo }
  const makeList = (unknownShare: number): MeasuredValues => {
    const chosenRows = Array.from({ length: listRows }, pickRow)
    const list = chosenRows.map(({ number, name }) => ({
      number: random() < unknownShare ? `X${number}` : number,
      description: makeTypo(random, name),
    }))
    return { values: { items: list }, expected: chosenRows.map(({ number }) => number) }
  }
  return [
    {
      title: 'exact key',
      prompt: vendor,
      make() {
        const { name, vatId, postcode, city, number } = pickRow()
        return { values: { vendor: name, vat: vatId, postcode, city }, expected: [number] }
      },
    },
    {
      title: 'similar name and place',
      prompt: vendor,
      make() {
        const { name, postcode, city, number } = pickRow()
        return { values: { vendor: makeTypo(random, name), postcode, city }, expected: [number] }
      },
    },
    {
      title: 'similar name, not in the table',
      prompt: vendor,
      make: () => ({
        values: { vendor: generateRow(random, 0).name, postcode: '00000' },
        expected: [],
      }),
    },
    { title: `list of ${listRows} rows, by number`, prompt: items, make: () => makeList(0) },
    {
      title: `list of ${listRows} rows, one in twenty by name`,
      prompt: items,
      make: () => makeList(shareOfUnknownNumbers),
    },
  ]
}

const toCsv = (rows: readonly LargeRow[]): string =>
  [
    'Number;Name;VAT ID;Postcode;City',
    ...rows.map((row) => [row.number, row.name, row.vatId, row.postcode, row.city].join(';')),
  ].join('\n')
