import { generateKeyPairSync, verify } from 'node:crypto'
import { snowflakeProtocol, snowflakeWords } from '@recto/testkit/canned-database/snowflake'
import { type CannedService, startCannedService } from '@recto/testkit/canned-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { readAll, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { secretKey, testFailures } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { startOwnPostgres } from '../testing/own-postgres.ts'
import { sayProof } from '../testing/say-proof.ts'
import { snowflake } from './snowflake.ts'

const settings = {
  user: 'ada',
  password: secretKey,
  account: 'my_org-acme',
  database: 'bills',
  schema: 'public',
  warehouse: 'small',
  role: 'writer',
}
const networkAt = (url: string) => connectorOutside({ fetch: outsideOn(url).fetch })

let service: CannedService

testDatabaseConnector({
  replacesTogether: false,
  provider: snowflake,
  by: 'recorded answers',
  secret: 'very-wrong-token',
  keepsKeys: false,
  async start() {
    const own = await startOwnPostgres()
    await own.run(snowflakeWords)
    await own.run('set search_path to "PUBLIC", public')
    const openEngine = async () => {
      const session = await own.openEngine()
      await session.run('set search_path to "PUBLIC", public', [])
      return session
    }
    const account = { token: secretKey, database: 'BILLS', engine: own.engine, openEngine }
    service = await startCannedService(snowflakeProtocol(account))
    return {
      settings,
      outside: networkAt(service.url),
      // Plain names are written in capitals.
      rowsOf: (table) => own.rowsOf(`"${/^\w+$/.test(table) ? table.toUpperCase() : table}"`),
      async stop() {
        await service.close()
        await own.stop()
      },
    }
  },
  wrong: (right) => ({ ...right, password: 'very-wrong-token' }),
  missing: (right) => ({ ...right, database: 'nowhere' }),
  reads: {
    refusedStatements: [
      ['select system$cancel_all_queries(1)', 'SYSTEM$CANCEL_ALL_QUERIES'],
      ['select 1 ->> drop table x', 'begins another statement'],
      ["select 1 // '\n; drop table x --'", 'more than one statement'],
    ],
    endless:
      'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
    quote: (name) => `"${name}"`,
  },
})

describe('Snowflake, when rows are read', () => {
  sayProof(snowflake, 'recorded answers')
  const limits = { waitSeconds: 20, seconds: 60 }
  const rowType = (types: readonly string[]) =>
    types.map((type) => ({ name: type.toUpperCase(), type }))

  test('only one statement is allowed, and days and times are written out', async () => {
    const bodies: unknown[] = []
    const cells = [
      '20484',
      '36672.120000000',
      '-1.500000000',
      '1769854272.000000001',
      '0 960',
      '1.50',
    ]
    const types = ['date', 'time', 'timestamp_ntz', 'timestamp_ltz', 'timestamp_tz', 'fixed']
    const externalNetwork = connectorOutside({
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)))
        return Response.json({
          statementHandle: 'a',
          resultSetMetaData: { rowType: rowType(types), partitionInfo: [] },
          data: [cells, cells.map(() => null)],
        })
      },
    })
    const database = snowflake.open(settings, externalNetwork)

    expect((await readAll(database, { statement: 'select 1' }, limits)).rows).toEqual([
      [
        '2026-01-31',
        '10:11:12.12',
        '1969-12-31T23:59:58.5',
        '2026-01-31T10:11:12.000000001Z',
        '1970-01-01T00:00:00Z',
        '1.50',
      ],
      types.map(() => null),
    ])
    expect(bodies).toEqual([
      expect.objectContaining({
        timeout: 20,
        parameters: expect.objectContaining({ MULTI_STATEMENT_COUNT: '1' }),
      }),
    ])
  })

  test('a statement that is no longer wanted is cancelled at the service', async () => {
    const controller = new AbortController()
    const paths: string[] = []
    const externalNetwork = connectorOutside({
      fetch: async (input) => {
        paths.push(new URL(String(input)).pathname)
        if (paths.length === 2) controller.abort(new Error('Enough.'))
        return Response.json({ statementHandle: 'a-1' }, { status: 202 })
      },
    })
    const reading = readAll(
      snowflake.open(settings, externalNetwork),
      { statement: 'select 1' },
      { ...limits, signal: controller.signal },
    )

    await expect(reading).rejects.toThrow('Enough.')
    await expect.poll(() => paths.at(-1)).toBe('/api/v2/statements/a-1/cancel')
  })

  test('a reply that would fill the memory is given up', async () => {
    const externalNetwork = connectorOutside({
      fetch: async () => new Response('x'.repeat(65 * 1024 * 1024)),
    })
    const reading = readAll(
      snowflake.open(settings, externalNetwork),
      { statement: 'select 1' },
      limits,
    )
    await expect(reading).rejects.toThrow('values that are too long')
  })
})

describe('Snowflake, when something is in the way', () => {
  sayProof(snowflake, 'recorded answers')
  let failingService: CannedService
  beforeAll(async () => {
    failingService = await startCannedService({
      refusal: (_, message) => ({ code: '390318', message }),
      answer: () => ({ status: 422, body: { code: '000606', message: 'No active warehouse.' } }),
    })
  })
  afterAll(() => failingService.close())
  const check = () => snowflake.open(settings, networkAt(failingService.url)).check()

  testFailures(
    () => failingService,
    () => check,
    { hasLimit: false, canStop: false },
  )

  test('a warehouse that is not there is told by its field', async () => {
    await expect(check()).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/No active warehouse \(000606\)\. Check .*“Warehouse”/),
    })
  })

  test('the page of a proxy is said to be one, and not shown', async () => {
    failingService.script({ status: 200, fault: 'web-page' }, { status: 502, fault: 'web-page' })

    await expect(check()).rejects.toThrow(
      /a web page instead of data\. There may be a proxy in between/,
    )
    await expect(check()).rejects.toThrow(/returned 502: the response is a web page/)
  })
})

describe('Snowflake, by the key pair of a user', () => {
  sayProof(snowflake, 'recorded answers')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))

  test('each request is signed by it, whatever a form has made of its lines', async () => {
    const requestList: Request[] = []
    const externalNetwork = connectorOutside({
      fetch: async (input, init) => {
        requestList.push(new Request(input, init))
        return Response.json({
          statementHandle: 'a',
          resultSetMetaData: { rowType: [{ name: 'found' }], partitionInfo: [] },
          data: [['1']],
        })
      },
    })
    const account = 'https://my_org-acme.eu-central-1.snowflakecomputing.com/'
    const keySettings = { ...settings, account, password: pem.replaceAll('\n', ' ') }
    await snowflake.open(keySettings, externalNetwork).check()

    const [request] = requestList
    expect(new URL(request?.url ?? '').hostname).toBe(
      'my-org-acme.eu-central-1.snowflakecomputing.com',
    )
    expect(request?.headers.get('x-snowflake-authorization-token-type')).toBe('KEYPAIR_JWT')
    const [head = '', claims = '', signature = ''] =
      request?.headers.get('authorization')?.replace('Bearer ', '').split('.') ?? []
    const signed = Buffer.from(`${head}.${claims}`)
    const claimSet = JSON.parse(String(Buffer.from(claims, 'base64url')))
    expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(claimSet.sub).toBe('MY_ORG-ACME.ADA')
    expect(claimSet.iss).toMatch(/^MY_ORG-ACME\.ADA\.SHA256:[\w+/]{43}=$/)
  })

  test('what is no key is refused by the field, and stands in no message', () => {
    const open = (password: string) => snowflake.open({ ...settings, password }, connectorOutside())
    const brokenKey = pem.slice(0, 200)

    expect(() => open(brokenKey)).toThrow(
      /^Password: must be the entire contents of the private key file/,
    )
    expect(() => open('-----BEGIN ENCRYPTED PRIVATE KEY-----\nabc')).toThrow(/not be encrypted/)
    expect(() => snowflake.open({ ...settings, account: 'a/b@c' }, connectorOutside())).toThrow(
      /Account: must look like/,
    )
  })
})
