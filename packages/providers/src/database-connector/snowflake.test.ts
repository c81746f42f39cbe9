import { generateKeyPairSync, verify } from 'node:crypto'
import { snowflakeProtocol, snowflakeWords } from '@recto/testkit/canned-database/snowflake'
import { type CannedService, startCannedService } from '@recto/testkit/canned-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { testDatabaseConnector } from '../testing/database-connector-suite.ts'
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
    const account = { token: secretKey, database: 'BILLS', engine: own.engine }
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
