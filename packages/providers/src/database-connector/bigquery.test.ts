import { bigqueryProtocol, bigqueryWords } from '@recto/testkit/canned-database/bigquery'
import { type CannedService, startCannedService } from '@recto/testkit/canned-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { readAll, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { testFailures } from '../testing/failures.ts'
import { googleAccount, outsideWithToken } from '../testing/google-account.ts'
import { startOwnPostgres } from '../testing/own-postgres.ts'
import { sayProof } from '../testing/say-proof.ts'
import { bigquery } from './bigquery.ts'

const account = { ...JSON.parse(googleAccount), project_id: 'acme-bills' }
const settings = { json_credentials: JSON.stringify(account) }
const wrongMail = 'nobody-knows@example.iam.gserviceaccount.com'

/** Google gives a token to the right account only. */
function at(url: string) {
  const { fetch } = outsideWithToken(url)
  return connectorOutside({
    fetch: async (input, init) => {
      const [, claims = ''] = String(init?.body).split('assertion=')[1]?.split('.') ?? []
      const isRefused = Buffer.from(claims, 'base64url').toString().includes(wrongMail)
      if (!isRefused) return fetch(input, init)
      const error = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }
      return Response.json(error, { status: 400 })
    },
  })
}

testDatabaseConnector({
  replacesTogether: false,
  provider: bigquery,
  by: 'recorded answers',
  secret: String(account.private_key).slice(60, 90),
  oddName: 'größe 1 % "netto"',
  schema: 'invoices',
  keepsKeys: false,
  async start() {
    const own = await startOwnPostgres()
    await own.run(`create schema invoices; create schema empty; ${bigqueryWords}`)
    const datasets = ['empty', 'invoices']
    const account = {
      token: 'ya29.canned',
      project: 'acme-bills',
      datasets,
      engine: own.engine,
      openEngine: own.openEngine,
    }
    const service = await startCannedService(bigqueryProtocol(account))
    return {
      settings,
      outside: at(service.url),
      rowsOf: (table) => own.rowsOf(`invoices."${table}"`),
      async stop() {
        await service.close()
        await own.stop()
      },
    }
  },
  wrong: () => ({ json_credentials: JSON.stringify({ ...account, client_email: wrongMail }) }),
  missing: () => ({ json_credentials: JSON.stringify({ ...account, project_id: 'nowhere' }) }),
  reads: {
    refusedStatements: [
      ["select * from external_query('x', 'delete from t')", 'EXTERNAL_QUERY'],
      ["export data options (uri = 'gs://x/*') as select 1", 'does not begin with SELECT'],
      ["select '''a'; drop table x --'", "a ''' without its end"],
    ],
    endless:
      'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
    quote: (name) => `\`${name}\``,
  },
})

describe('BigQuery, when rows are read', () => {
  sayProof(bigquery, 'recorded answers')
  const limits = { waitSeconds: 20, seconds: 60 }
  const job = { jobId: 'job-1', location: 'EU' }

  /** BigQuery that answers the requests to these paths, each with its own reply. */
  function openWith(answers: Readonly<Record<string, () => object>>) {
    const paths: string[] = []
    const { fetch } = outsideWithToken('http://127.0.0.1:1')
    const externalNetwork = connectorOutside({
      fetch: async (input, init) => {
        const { pathname, hostname } = new URL(String(input))
        if (!hostname.startsWith('bigquery')) return fetch(input, init)
        const path = pathname.replace(/^.*acme-bills/, '')
        paths.push(path)
        return Response.json(answers[path]?.() ?? {})
      },
    })
    return { database: bigquery.open(settings, externalNetwork), paths }
  }
  const dryRunAs = (statementType: string) => () => ({ statistics: { query: { statementType } } })
  const statement = 'select 1'

  test('what the service does not take for a SELECT is not run', async () => {
    const { database, paths } = openWith({ '/jobs': dryRunAs('SCRIPT') })

    await expect(readAll(database, { statement }, limits)).rejects.toThrow('SCRIPT, not for SELECT')
    expect(paths).toEqual(['/jobs'])
  })

  test('values are written out, and lists are refused', async () => {
    const fields = [
      { name: 'at', type: 'TIMESTAMP' },
      { name: 'n', type: 'BIGNUMERIC' },
    ]
    const rowsOf = (cells: readonly unknown[]) => ({ f: cells.map((v) => ({ v })) })
    let mode = 'NULLABLE'
    const { database } = openWith({
      '/jobs': dryRunAs('SELECT'),
      '/queries': () => ({
        jobComplete: true,
        jobReference: job,
        schema: { fields: fields.map((field) => ({ ...field, mode })) },
        rows: [rowsOf(['-1', '12345678901234567890.5']), rowsOf([null, null])],
      }),
    })

    expect((await readAll(database, { statement }, limits)).rows).toEqual([
      ['1969-12-31T23:59:59.999999Z', '12345678901234567890.5'],
      [null, null],
    ])
    mode = 'REPEATED'
    await expect(readAll(database, { statement }, limits)).rejects.toThrow(
      '“at” has several values',
    )
  })

  test('a statement that is no longer wanted is cancelled at the service', async () => {
    const controller = new AbortController()
    const startedJob = () => ({ jobComplete: false, jobReference: job })
    const { database, paths } = openWith({
      '/jobs': dryRunAs('SELECT'),
      '/queries': startedJob,
      '/queries/job-1': () => {
        controller.abort(new Error('Enough.'))
        return startedJob()
      },
    })
    const reading = readAll(database, { statement }, { ...limits, signal: controller.signal })

    await expect(reading).rejects.toThrow('Enough.')
    await expect.poll(() => paths.at(-1)).toBe('/jobs/job-1/cancel')
  })
})

describe('BigQuery, when something is in the way', () => {
  sayProof(bigquery, 'recorded answers')
  let failingService: CannedService
  beforeAll(async () => {
    failingService = await startCannedService({
      refusal: (code, message) => ({ error: { code, message, errors: [{ reason: 'told' }] } }),
      answer: () => ({ status: 200, body: {} }),
    })
  })
  afterAll(() => failingService.close())
  const open = () => bigquery.open(settings, at(failingService.url))

  testFailures(
    () => failingService,
    () => () => open().check(),
    { hasKey: false, hasLimit: false, canStop: false },
  )

  test('the page of a proxy is said to be one, and not shown', async () => {
    failingService.script({ status: 200, fault: 'web-page' }, { status: 403, fault: 'web-page' })

    await expect(open().check()).rejects.toThrow(
      /a web page instead of data\. There may be a proxy in between/,
    )
    await expect(open().check()).rejects.toThrow(
      /a web page instead of data\. There may be a proxy in between/,
    )
  })

  test('a quota is one, although its status says that a right is missing', async () => {
    const error = { message: 'Exceeded rate limits', errors: [{ reason: 'rateLimitExceeded' }] }
    const { fetch } = outsideWithToken(failingService.url)
    const externalNetwork = connectorOutside({
      fetch: (input, init) =>
        String(input).includes('bigquery')
          ? Promise.resolve(Response.json({ error }, { status: 403 }))
          : fetch(input, init),
    })

    await expect(bigquery.open(settings, externalNetwork).check()).rejects.toMatchObject({
      code: 'rate-limited',
      message: 'BigQuery: Exceeded rate limits.',
    })
  })

  test('a table without its dataset is refused by how to write it', async () => {
    const insert = open().insert({ name: 'invoices' }, [{ a: 1 }])

    await expect(insert).rejects.toThrow(/with its dataset: dataset\.table/)
  })

  test('a key without its project is refused, before any call', () => {
    expect(() => bigquery.open({ json_credentials: googleAccount }, connectorOutside())).toThrow(
      'Credentials: the JSON key does not contain a valid project_id.',
    )
  })
})
