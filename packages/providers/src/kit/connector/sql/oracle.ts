import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { omitUndefined } from '@recto/omit-undefined'
import type { CellValue } from '@recto/provider-spec/database-connector'
import type oracledb from 'oracledb'
import type { ConnectorContext } from '../define-connector.ts'
import { assertOpened } from '../opened-folders.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { SqlSession } from './dialect.ts'
import { limitPages } from './limit-pages.ts'
import { readOracleRows } from './oracle-rows.ts'

export type OraclePlace = {
  readonly user: string
  readonly password: string
  readonly dsn: string
  readonly configDir: string
  readonly walletLocation: string
  readonly walletPassword: string | undefined
}

type ConnectScope = {
  connect: ConnectorContext['connect']
  signal: AbortSignal
  refusal?: unknown
  socket?: Socket
}
type Oracle = typeof oracledb

const connectScopes = new AsyncLocalStorage<ConnectScope>()
let oraclePromise: Promise<Oracle> | undefined

/**
 * Loads Oracle's own client in thin mode. It takes no custom socket, so its one connect function is
 * replaced by one that uses the caller's, which also resolves names. `closed-doors.test.ts` checks
 * that no connection bypasses it.
 */
async function loadOracle(): Promise<Oracle> {
  const { default: Transport } = await import('oracledb/lib/thin/sqlnet/ntTcp.js')
  Transport.prototype.ntConnect = async function ntConnect({ host, port = 1521 }) {
    const scope = connectScopes.getStore()
    if (!scope) throw new Error('No connection to the database has been opened.')
    try {
      scope.socket = await scope.connect({ host, port: Number(port), signal: scope.signal })
      this.stream = scope.socket
      this.connected = true
    } catch (error) {
      // The client wraps a refused address in a general error, so the original is kept here.
      scope.refusal = error
      throw error
    }
  }
  const { NavAddress } = await import('oracledb/lib/thin/sqlnet/navNodes.js')
  const { navigate } = NavAddress.prototype
  NavAddress.prototype.navigate = function navigateUnresolved(plan) {
    // With a proxy, the client does not resolve names itself. The value is not used for anything else.
    return navigate.call(this, Object.assign(plan, { httpsProxy: 'none' }))
  }
  return import('oracledb').then((all) => all.default)
}

/** Opens a session with an Oracle database. */
export async function connectOracle(
  place: OraclePlace,
  { connect, folders }: Pick<ConnectorContext, 'connect' | 'folders'>,
  signal: AbortSignal,
): Promise<SqlSession> {
  const files = await filesOf(place, folders)
  oraclePromise ??= loadOracle()
  const oracle = await oraclePromise
  const scope: ConnectScope = { connect, signal }
  const { user, password, dsn } = place
  const session = await connectScopes
    .run(scope, () =>
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
      throw scope.refusal ?? error
    })
  // Days and long numbers are sent as text, which the server reads by the settings of the session.
  await session.execute(
    "alter session set nls_date_format = 'YYYY-MM-DD' nls_numeric_characters = '.,'",
    [],
    { outFormat: oracle.OUT_FORMAT_OBJECT },
  )
  const end = () => session.close().catch(() => undefined)
  const { socket } = scope
  // The client closes a session only after its statement has ended.
  const stop = () =>
    session
      .breakExecution()
      .catch(() => undefined)
      .then(end)
  signal.addEventListener('abort', stop, { once: true })
  return {
    async run({ sql, values }) {
      const binds = values.map((value) => toBind(oracle, value))
      const { rows = [] } = await session.execute(sql, binds, {
        outFormat: oracle.OUT_FORMAT_OBJECT,
      })
      return rows
    },
    read(statement, limits) {
      const pages = readOracleRows(oracle, session, statement, limits)
      return socket ? limitPages(socket, pages) : pages
    },
    async end() {
      signal.removeEventListener('abort', stop)
      await end()
    },
  }
}

/** Returns the configuration files that the settings name, if needed. They must be in an opened folder. */
async function filesOf(
  { dsn, configDir, walletLocation, walletPassword }: OraclePlace,
  folders: readonly string[],
) {
  // A DSN that is no address is a name in tnsnames.ora.
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

/** Longer texts are sent as a CLOB. */
const maxInlineLength = 1000

function toBind({ CLOB }: Oracle, value: CellValue): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.length > maxInlineLength) return { val: value, type: CLOB }
  return value
}

type OracleError = {
  readonly errorNum?: unknown
  readonly code?: unknown
  readonly message?: string
}

const unauthorisedCodes: ReadonlySet<number> = new Set([
  1017, 1031, 1045, 1950, 28000, 28001, 28002,
])
const notFoundCodes: ReadonlySet<number> = new Set([942, 1435, 4043, 12154, 12505, 12514, 1918])
const transientCodes: ReadonlySet<number> = new Set([
  20, 54, 60, 1033, 1034, 1653, 8177, 12516, 12518, 12519, 12520, 12526, 12528,
])
const disconnectCodes: ReadonlySet<unknown> = new Set([
  'NJS-500',
  'NJS-501',
  'NJS-503',
  'NJS-509',
  'NJS-510',
])
/** The time of a call is over, or the statement was stopped. */
const timeoutCodes: ReadonlySet<unknown> = new Set(['NJS-123', 'ORA-01013', 'ORA-03136'])
const unresolvedNameCodes: ReadonlySet<unknown> = new Set([
  'NJS-516',
  'NJS-517',
  'NJS-518',
  'NJS-519',
])

/** Explains an error by the database's error number, or by the code of the client library. */
export function explainOracle(error: unknown): ServiceFailure | undefined {
  const { errorNum, code, message = '' } = error as OracleError
  if (typeof code !== 'string' || !/^(ORA|NJS)-\d+$/.test(code)) return undefined
  // The further lines only link to the documentation.
  const firstLine = message.split('\n', 1)[0] ?? ''
  if (disconnectCodes.has(code))
    return new ServiceFailure('unreachable', 'The server closed the connection.')
  if (timeoutCodes.has(code)) return new ServiceFailure('timed-out', firstLine)
  if (unresolvedNameCodes.has(code)) return new ServiceFailure('not-found', firstLine)
  return new ServiceFailure(
    codeOf(listenerErrorNumber(firstLine) ?? Number(errorNum), code),
    firstLine,
  )
}

/** Returns the error number of a listener that refuses, which the client quotes inside its own message. */
const listenerErrorNumber = (message: string): number | undefined => {
  const [, number] = /ORA-(\d{4,5})/.exec(message) ?? []
  return number === undefined ? undefined : Number(number)
}

function codeOf(number: number, code: string) {
  if (unauthorisedCodes.has(number)) return 'unauthorised'
  if (notFoundCodes.has(number)) return 'not-found'
  if (transientCodes.has(number)) return 'unavailable'
  return code === 'NJS-511' ? 'unreachable' : 'refused'
}
