import { AsyncLocalStorage } from 'node:async_hooks'
import { omitUndefined } from '@recto/omit-undefined'
import type { CellValue } from '@recto/provider-spec/database-connector'
import type oracledb from 'oracledb'
import type { ConnectorWorld } from '../define-connector.ts'
import { assertOpened } from '../opened-folders.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { SqlSession } from './dialect.ts'

export type OraclePlace = {
  readonly user: string
  readonly password: string
  readonly dsn: string
  readonly configDir: string
  readonly walletLocation: string
  readonly walletPassword: string | undefined
}

type Door = { connect: ConnectorWorld['connect']; signal: AbortSignal; refusal?: unknown }
type Oracle = typeof oracledb

const doors = new AsyncLocalStorage<Door>()
let loaded: Promise<Oracle> | undefined

/**
 * Oracle's own client, in its mode without native parts. It cannot be given a way out: the one function in which it
 * connects is replaced by one that takes that of the caller, which also resolves names. `closed-doors.test.ts` proves
 * that nothing goes past it.
 */
async function loadOracle(): Promise<Oracle> {
  const { default: Transport } = await import('oracledb/lib/thin/sqlnet/ntTcp.js')
  Transport.prototype.ntConnect = async function ntConnect({ host, port = 1521 }) {
    const door = doors.getStore()
    if (!door) throw new Error('Nobody has opened a way to the database.')
    try {
      this.stream = await door.connect({ host, port: Number(port), signal: door.signal })
      this.connected = true
    } catch (error) {
      // Its client tells of an address that was refused as of any other failure.
      door.refusal = error
      throw error
    }
  }
  const { NavAddress } = await import('oracledb/lib/thin/sqlnet/navNodes.js')
  const { navigate } = NavAddress.prototype
  NavAddress.prototype.navigate = function navigateUnresolved(plan) {
    // Where there is a proxy, it leaves names as they are. Nothing else looks at this.
    return navigate.call(this, Object.assign(plan, { httpsProxy: 'none' }))
  }
  return import('oracledb').then((all) => all.default)
}

/** A session of an Oracle database. */
export async function connectOracle(
  place: OraclePlace,
  { connect, folders }: Pick<ConnectorWorld, 'connect' | 'folders'>,
  signal: AbortSignal,
): Promise<SqlSession> {
  const files = await filesOf(place, folders)
  loaded ??= loadOracle()
  const oracle = await loaded
  const door: Door = { connect, signal }
  const { user, password, dsn } = place
  const session = await doors
    .run(door, () =>
      oracle.getConnection({
        user,
        password,
        connectString: dsn,
        ...files,
        connectTimeout: 30,
        transportConnectTimeout: 30,
        retryCount: 0,
      }),
    )
    .catch((error: unknown) => {
      throw door.refusal ?? error
    })
  const end = () => session.close().catch(() => undefined)
  signal.addEventListener('abort', end, { once: true })
  return {
    async run({ sql, values }) {
      const binds = values.map((value) => bound(oracle, value))
      const { rows = [] } = await session.execute(sql, binds, {
        outFormat: oracle.OUT_FORMAT_OBJECT,
      })
      return rows
    },
    async end() {
      signal.removeEventListener('abort', end)
      await end()
    },
  }
}

/** Files of the server that the settings name, where they are needed, and none but those of opened folders. */
async function filesOf(
  { dsn, configDir, walletLocation, walletPassword }: OraclePlace,
  folders: readonly string[],
) {
  // What is no address is a name in a file.
  const isName = !/[/:(]/.test(dsn)
  if (isName) await assertOpened(configDir, folders, 'Connector Directory')
  const hasWallet = await assertOpened(walletLocation, folders).then(
    () => true,
    () => false,
  )
  const isEncrypted = isName || /tcps/i.test(dsn)
  return omitUndefined({
    configDir: isName ? configDir : undefined,
    walletLocation: hasWallet && isEncrypted ? walletLocation : undefined,
    walletPassword: hasWallet && isEncrypted ? walletPassword : undefined,
  })
}

/** Longer ones are sent apart from the statement. */
const longestText = 1000

function bound({ CLOB }: Oracle, value: CellValue): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.length > longestText) return { val: value, type: CLOB }
  return value
}

type OracleError = {
  readonly errorNum?: unknown
  readonly code?: unknown
  readonly message?: string
}

const forbidden: ReadonlySet<number> = new Set([1017, 1031, 1045, 1950, 28000, 28001, 28002])
const missing: ReadonlySet<number> = new Set([942, 1435, 4043, 12154, 12505, 12514, 1918])
const passing: ReadonlySet<number> = new Set([
  20, 54, 60, 1033, 1034, 1653, 8177, 12516, 12518, 12519, 12520, 12526, 12528,
])
const ended: ReadonlySet<unknown> = new Set(['NJS-500', 'NJS-501', 'NJS-503', 'NJS-509', 'NJS-510'])
const named: ReadonlySet<unknown> = new Set(['NJS-516', 'NJS-517', 'NJS-518', 'NJS-519'])

/** Explains an error by the database's error number, or by the code of the client library. */
export function explainOracle(error: unknown): ServiceFailure | undefined {
  const { errorNum, code, message = '' } = error as OracleError
  if (typeof code !== 'string' || !/^(ORA|NJS)-\d+$/.test(code)) return undefined
  // Below it stands where to read on.
  const said = message.split('\n', 1)[0] ?? ''
  if (ended.has(code)) return new ServiceFailure('unreachable', 'The server ended the connection.')
  if (named.has(code)) return new ServiceFailure('not-found', said)
  return new ServiceFailure(codeOf(refusedBy(said) ?? Number(errorNum), code), said)
}

/** A listener that lets nobody in says why inside the words of the client. */
const refusedBy = (message: string): number | undefined => {
  const [, number] = /ORA-(\d{4,5})/.exec(message) ?? []
  return number === undefined ? undefined : Number(number)
}

function codeOf(number: number, code: string) {
  if (forbidden.has(number)) return 'unauthorised'
  if (missing.has(number)) return 'not-found'
  if (passing.has(number)) return 'unavailable'
  return code === 'NJS-511' ? 'unreachable' : 'refused'
}
