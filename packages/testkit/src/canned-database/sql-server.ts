import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SqlEngine } from './sql-engine.ts'
import { readBatch, readCall, readLogin, type TdsLogin, type TdsStatement } from './tds-requests.ts'
import { done, loginAck, preLogin, refusal, resultSet } from './tds-tokens.ts'

type SqlServerAccount = {
  readonly user: string
  readonly password: string
  readonly database: string
  /** A session of its own for each connection. */
  openEngine(): Promise<SqlEngine & { end(): Promise<void> }>
}

const kinds = { batch: 1, call: 3, reply: 4, login: 16, preLogin: 18 }

/** Says in TDS 7.4, without encryption, what a SQL Server would. */
export async function startCannedSqlServer(knownThings: SqlServerAccount) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    void serve(socket, knownThings).finally(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends all connections, as a server does with those that are idle. */
    hangUp: () => {
      for (const socket of open) socket.destroy()
      open.clear()
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(socket: Socket, knownThings: SqlServerAccount): Promise<void> {
  const engine = await knownThings.openEngine()
  try {
    for await (const { kind, bytes } of messagesOf(socket)) {
      const isIn = await reply(socket, engine, knownThings, { kind, bytes })
      if (!isIn) return
    }
  } catch {
    // A client that disconnects within a message is not answered.
  } finally {
    await engine.end()
  }
}

type Message = { readonly kind: number; readonly bytes: Buffer }

/** Whether the conversation goes on. */
async function reply(
  socket: Socket,
  engine: SqlEngine,
  knownThings: SqlServerAccount,
  { kind, bytes }: Message,
): Promise<boolean> {
  if (kind === kinds.preLogin) return send(socket, preLogin())
  if (kind === kinds.login) {
    const refusal = refusalOf(readLogin(bytes), knownThings)
    if (!refusal) return send(socket, loginAck(), done({ isFailed: false }))
    send(socket, refusal, done({ isFailed: true }))
    return false
  }
  const statement = kind === kinds.batch ? readBatch(bytes) : readCall(bytes)
  return send(socket, ...(await answerTo(engine, statement)))
}

function refusalOf(login: TdsLogin, knownThings: SqlServerAccount): Buffer | undefined {
  if (login.user !== knownThings.user || login.password !== knownThings.password) {
    return refusal(18456, `Login failed for user '${login.user}'.`)
  }
  if (login.database === knownThings.database) return undefined
  return refusal(4060, `Cannot open database "${login.database}" requested by the login.`)
}

const numbers: Readonly<Record<string, number>> = {
  '42P01': 208,
  '42P07': 2714,
  '23505': 2627,
  '22P02': 8114,
  '42501': 229,
  '40P01': 1205,
}

/** PostgreSQL says in three ways that somebody else has made the same table meanwhile. */
const alreadyThere = ['42P07', '42710', '23505']

async function answerTo(engine: SqlEngine, statement: TdsStatement): Promise<readonly Buffer[]> {
  const { sql, values } = translated(statement)
  try {
    const { names, rows } = await engine.run(sql, values)
    return [resultSet(names, rows), done({ isFailed: false })]
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const isTaken = sql.startsWith('create table') && alreadyThere.includes(code)
    const number = isTaken ? 2714 : (numbers[code] ?? 50_000)
    return [refusal(number, message), done({ isFailed: true })]
  }
}

/** T-SQL as PostgreSQL takes it. */
function translated({ sql, values }: TdsStatement): TdsStatement {
  const isCreation = /^if object_id/.test(sql)
  const own = sql
    .replace(/^if object_id\(@p1\) is null create table/, 'create table if not exists')
    .replace(/^set xact_abort on; begin transaction$/, 'begin')
    .replace(/^set lock_timeout (\d+)$/, 'set lock_timeout = $1')
    .replace(/convert\(varchar\(60\), ([^,()]+)(?:, 2)?\)/g, 'cast($1 as varchar)')
    .replace(/^if @@trancount > 0 rollback transaction$/, 'rollback')
    .replace(/\[((?:[^\]]|\]\])+)\]/g, (_, name: string) => {
      return `"${name.replaceAll(']]', ']').replaceAll('"', '""')}"`
    })
    .replace(/nvarchar\(max\)/g, 'text')
    .replace(/nvarchar\(255\)/g, 'varchar(255)')
    .replace(/\bbit\b/g, 'boolean')
    .replace(/datetimeoffset\(3\)/g, 'timestamptz')
    .replace(/@p(\d+)/g, '$$$1')
  return { sql: own, values: isCreation ? [] : values }
}

/** A message comes in packets, of which the last says that it is. */
async function* messagesOf(socket: Socket): AsyncGenerator<Message> {
  let heldBytes = Buffer.alloc(0)
  let parts: Buffer[] = []
  for await (const chunk of socket) {
    heldBytes = Buffer.concat([heldBytes, chunk as Buffer])
    while (heldBytes.length >= 8 && heldBytes.length >= heldBytes.readUInt16BE(2)) {
      const length = heldBytes.readUInt16BE(2)
      const [kind = 0, status = 0] = heldBytes
      parts.push(heldBytes.subarray(8, length))
      heldBytes = heldBytes.subarray(length)
      if ((status & 1) === 0) continue
      yield { kind, bytes: Buffer.concat(parts) }
      parts = []
    }
  }
}

const packetSize = 4096

function send(socket: Socket, ...tokens: readonly Buffer[]): boolean {
  const bytes = Buffer.concat(tokens)
  for (let index = 0; index === 0 || index < bytes.length; index += packetSize - 8) {
    const part = bytes.subarray(index, index + packetSize - 8)
    const isLast = index + part.length >= bytes.length
    const head = Buffer.from([kinds.reply, isLast ? 1 : 0, 0, 0, 0, 0, 1, 0])
    head.writeUInt16BE(part.length + 8, 2)
    socket.write(Buffer.concat([head, part]))
  }
  return true
}
