import process from 'node:process'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { randomNumbers } from '@recto/testkit/list-samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../../platform/db/database.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import {
  fittingWordings,
  generateSuppliers,
  judgingWordings,
  type Mention,
  mentionStranger,
  mentionSupplier,
  type Supplier,
} from '../testing/generate-suppliers.ts'
import { matchValues } from './match-values.ts'

/** `npm run bench:lookups` asks for more suppliers and mentions, other seeds, and the figures. */
const supplierCount = Number(process.env.RECTO_LOOKUP_SUPPLIERS ?? 600)
const mentionCount = Number(process.env.RECTO_LOOKUP_MENTIONS ?? 600)
const seed = Number(process.env.RECTO_LOOKUP_SEED ?? 11)
const wordings = process.env.RECTO_LOOKUP_WORDINGS === 'fitting' ? fittingWordings : judgingWordings
/** Strangers for each mention of a supplier of the table. */
const strangerShare = 0.2

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const matchTo: MatchTo = {
  table: 'Suppliers',
  compare: [
    { column: 'Name', field: null },
    { column: 'VAT ID', field: 'vat' },
    { column: 'IBAN', field: 'iban' },
    { column: 'Postcode', field: 'postcode' },
    { column: 'City', field: 'city' },
  ],
  add: ['Number'],
}

const toCsv = (suppliers: readonly Supplier[]): string =>
  [
    'Number;Name;VAT ID;IBAN;Postcode;City',
    ...suppliers.map(({ number, name, vatId, iban, postcode, city }) =>
      [number, `"${name}"`, vatId, iban, postcode, city].join(';'),
    ),
  ].join('\n')

/** Matches several mentions in one statement, as the values of one document are. */
async function matchMentions(tenant: Tenant, mentions: readonly Mention[]) {
  const prompts = mentions.map((_, n) => ({
    key: `name ${n}`,
    matchTo: {
      ...matchTo,
      compare: matchTo.compare.map(({ column, field }) => ({
        column,
        field: field === null ? null : `${field} ${n}`,
      })),
    },
  }))
  const entries = mentions.flatMap(({ name, vatId, iban, postcode, city }, n) => [
    [`name ${n}`, name],
    [`vat ${n}`, vatId],
    [`iban ${n}`, iban],
    [`postcode ${n}`, postcode],
    [`city ${n}`, city],
  ])
  const values = Object.fromEntries(entries)
  const matches = await matchValues(tenant, { prompts, values, time: new Date() })
  return mentions.map((mention, n) => ({ mention, match: matches.get(`name ${n}`)?.match }))
}

/** Mentions that are matched at a time. */
const mentionsAtOnce = 50

/** The upper 95 % bound of a share (Wilson score). */
function computeUpperBound(count: number, total: number): number {
  const z = 1.96
  const share = count / total
  const middle = share + z ** 2 / (2 * total)
  const spread = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  return (middle + spread) / (1 + z ** 2 / total)
}

type Result = Awaited<ReturnType<typeof matchMentions>>[number]

/** Counts results; a stranger of which a row is chosen is a wrong row, too. */
function countResults(results: readonly Result[]) {
  const isRight = ({ mention, match }: Result) => match?.row_key === mention.number
  const resultsInTable = results.filter(({ mention }) => mention.number !== undefined)
  const resultsWithRow = results.filter(({ match }) => match?.row_key != null)
  const left = resultsInTable.filter(({ match }) => match?.row_key == null)
  const amongCandidates = left.filter(({ mention, match }) =>
    match?.candidates.some(({ row_key: key }) => key === mention.number),
  )
  const wrong = resultsWithRow.filter((result) => !isRight(result)).length
  const scores = resultsWithRow.map(({ match }) => match?.score ?? 0)
  return {
    right: resultsInTable.filter(isRight).length / resultsInTable.length,
    wrong,
    wrongUpperBound: computeUpperBound(wrong, results.length),
    left: left.length,
    amongCandidates: left.length === 0 ? 1 : amongCandidates.length / left.length,
    meanScore: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    rightOfChosen: 1 - wrong / resultsWithRow.length,
  }
}

test('finds the right supplier for names with errors, moved addresses, branches and equal names', async () => {
  const generator = { random: randomNumbers(seed), wordings }
  const suppliers = generateSuppliers(generator, supplierCount)
  const upload = await server.as('admin').upload('lookup-tables/', {
    files: [{ name: 'suppliers.csv', content: toCsv(suppliers) }],
    fields: { name: 'Suppliers' },
  })
  expect([upload.status, upload.body.errors]).toEqual([201, undefined])
  const { organization_id: organizationId } = await server.ctx.db
    .selectFrom('lookup_table')
    .select('organization_id')
    .executeTakeFirstOrThrow()
  const tenant = { db: server.ctx.db, organizationId }
  const mentions = Array.from({ length: mentionCount * (1 + strangerShare) }, (_, n) => {
    const supplier = suppliers[Math.floor(generator.random() * suppliers.length)] as Supplier
    return n < mentionCount
      ? mentionSupplier(generator, supplier)
      : mentionStranger(generator, suppliers)
  })
  const results: Result[] = []
  const times: number[] = []
  for (let start = 0; start < mentions.length; start += mentionsAtOnce) {
    const startTime = performance.now()
    results.push(...(await matchMentions(tenant, mentions.slice(start, start + mentionsAtOnce))))
    times.push(performance.now() - startTime)
  }

  const figures = countResults(results)
  if (process.env.RECTO_LOOKUP_FIGURES) {
    times.sort((a, b) => a - b)
    const medianMs = times[Math.floor(times.length / 2)]
    console.info(JSON.stringify({ seed, results: results.length, ...figures, medianMs }))
  }
  // The sample of a test is too small for the bounds of the benchmark.
  const isBenchmark = mentionCount >= 5000
  expect(figures.right).toBeGreaterThanOrEqual(isBenchmark ? 0.98 : 0.96)
  expect(figures.wrongUpperBound).toBeLessThanOrEqual(isBenchmark ? 0.004 : 0.02)
  expect(figures.amongCandidates).toBeGreaterThanOrEqual(isBenchmark ? 0.95 : 0.8)
})

test('names of one common word, of short words and of long ones are matched by all rows that have them', async () => {
  const uma = server.as('user')
  const sameWord = Array.from({ length: 2500 }, (_, n) => `${n};Brandt Nr${n} GmbH`)
  const rows = [
    'A1;Brandt GmbH',
    ...sameWord,
    'A2;Brandt AG',
    'B1;HP',
    'B2;3M',
    `C1;${'Donaudampfschiff'.repeat(4)}`,
  ]
  const { body: table } = await uma.upload('lookup-tables/', {
    files: [{ name: 'common.csv', content: ['Number;Name', ...rows].join('\n') }],
    fields: { name: 'Common names' },
  })
  const tenant = { db: server.ctx.db, organizationId: 1 }
  const find = async (name: string) => {
    const compare = [{ column: 'Name', field: null }]
    const prompts = [{ key: 'name', matchTo: { table: 'Common names', compare, add: [] } }]
    const matches = await matchValues(tenant, { prompts, values: { name }, time: new Date() })
    const { status, row_key: rowKey } = matches.get('name')?.match ?? {}
    return [status, rowKey]
  }

  expect(table.row_count).toBe(rows.length)
  expect(await find('Brandt')).toEqual(['ambiguous', null])
  expect(await find('HP')).toEqual(['matched', 'B1'])
  expect(await find('3M')).toEqual(['matched', 'B2'])
  expect(await find('Donaudampfschiff'.repeat(4))).toEqual(['matched', 'C1'])
})
