import type { Server as HttpServer } from 'node:http'
import { socketLimits } from '@recto/contract/limits'
import { openSocket } from '@recto/contract/sockets'
import { Server, type ServerOptions, type Socket } from 'socket.io'
import type { Config } from '../config/config.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import { isOwnOrigin } from '../is-own-origin.ts'
import type { Log } from '../log/log.ts'
import { lineOf } from '../policy/line-of.ts'
import { acceptUpgrades } from './accept-upgrades.ts'
import { closingStuck } from './closing-stuck.ts'
import { sessionChanged } from './session-changed.ts'
import type { SocketChannel, SocketPerson, SocketSession, Sockets } from './sockets.ts'

type Given = {
  readonly server: HttpServer
  readonly config: Pick<Config, 'publicUrl'>
  readonly events: Pick<Events, 'subscribe'>
  readonly log: Pick<Log, 'warn'>
  /** The session that the cookies of a browser name, while it lives. */
  findSession(cookies: string | undefined): Promise<SocketSession | undefined>
  /** Those that live of sessions that lived before. */
  findAgain(tokenHashes: readonly string[]): Promise<readonly SocketSession[]>
  /** What ends by itself is not announced. */
  readonly lookEverySeconds?: number
}

type Opened = Sockets & { close(): void }
type Message = (message: { readonly data: unknown }) => void
type Told = { readonly [event: string]: Message }
type OurSocket = Socket<object, Told, object, { session?: SocketSession }>

const roomOfSession = (logEventsId: string) => `session/${logEventsId}`
const roomOfChannel = ({ organizationId, logEventsId }: SocketChannel) =>
  `channel/${organizationId}/${logEventsId}`
const roomOfOrganization = (organizationId: number) => `organization/${organizationId}`
const roomOfPerson = ({ organizationId, userId }: SocketPerson) =>
  `person/${organizationId}/${userId}`

function roomsOf({ logEventsId, organizationId, userId }: SocketSession): string[] {
  const rooms = [roomOfSession(logEventsId)]
  if (organizationId === null) return rooms
  const person = roomOfPerson({ organizationId, userId })
  const channel = roomOfChannel({ organizationId, logEventsId })
  return [...rooms, roomOfOrganization(organizationId), person, channel]
}

/** Serves the sockets of signed-in browsers, which only listen. */
export function openSockets(given: Given): Opened {
  const { server, config, events, log, lookEverySeconds = 30 } = given
  // Who may come in is asked below; a line says so, as for any route.
  lineOf(openSocket)
  const io = new Server<object, Told, object, OurSocket['data']>(optionsFor(config))
  io.attach(acceptUpgrades(server, openSocket.path))
  const roomsNow = () => io.of('/').adapter.rooms

  io.use(async (socket, next) => {
    try {
      const session = await given.findSession(socket.handshake.headers.cookie)
      if (session) socket.data.session = session
      next()
    } catch (error) {
      log.warn({ reason: describeFailure(error) }, 'the session of a socket could not be read')
      next(new Error('Try again in a moment.'))
    }
  })

  io.on('connection', async (socket) => {
    const { session } = socket.data
    const held = session && roomsNow().get(roomOfSession(session.logEventsId))
    // A client takes this for the last word, and does not knock again.
    if (!session || (held?.size ?? 0) >= socketLimits.perSession) return socket.disconnect(true)
    await socket.join(roomsOf(session))
    // No client of ours ever says anything.
    socket.onAny(() => socket.disconnect(true))
    // It may have ended between the question and the answer.
    await lookAt([socket])
  })

  const lookAt = async (sockets: readonly OurSocket[]) => {
    const hashes = sockets.flatMap(({ data }) => data.session?.tokenHash ?? [])
    if (hashes.length === 0) return
    const living = new Map((await given.findAgain(hashes)).map((one) => [one.tokenHash, one]))
    for (const socket of sockets) follow(socket, living.get(socket.data.session?.tokenHash ?? ''))
  }
  const lookSafely = (sockets: readonly OurSocket[]) =>
    lookAt(sockets).catch((error: unknown) => {
      log.warn({ reason: describeFailure(error) }, 'the sessions of sockets could not be looked at')
    })
  const all = () => [...io.of('/').sockets.values()]
  const unsubscribe = events.subscribe(sessionChanged, ({ id }) => {
    void lookSafely(all().filter(({ data }) => data.session?.id === id))
  })
  const looking = setInterval(() => void lookSafely(all()), lookEverySeconds * 1000).unref()

  const closeIfStuck = closingStuck()
  const has = (room: string) => roomsNow().has(room)
  const tell = (room: string, event: string, data: unknown) => {
    io.to(room).emit(event, { data })
    for (const id of roomsNow().get(room) ?? []) closeIfStuck(io.of('/').sockets.get(id)?.conn)
  }
  return {
    hasOrganization: (id) => has(roomOfOrganization(id)),
    peopleOf: (id) => peopleAmong(all().filter(({ rooms }) => rooms.has(roomOfOrganization(id)))),
    hasPerson: (person) => has(roomOfPerson(person)),
    hasSession: (channel) => has(roomOfChannel(channel)),
    tellPerson: (person, event, data) => tell(roomOfPerson(person), event, data),
    tellSession: (channel, event, data) => tell(roomOfChannel(channel), event, data),
    close() {
      clearInterval(looking)
      unsubscribe()
      io.engine.close()
    },
  }
}

const optionsFor = (config: Given['config']): Partial<ServerOptions> => ({
  path: openSocket.path.replace(/\/$/, ''),
  transports: ['websocket'],
  serveClient: false,
  maxHttpBufferSize: socketLimits.bytesOfMessage,
  connectTimeout: socketLimits.secondsToConnect * 1000,
  allowRequest: ({ headers }, decide) => decide(null, isOwnOrigin(headers, config)),
})

const peopleAmong = (sockets: readonly OurSocket[]): number[] => [
  ...new Set(sockets.flatMap(({ data }) => data.session?.userId ?? [])),
]

/** Leaves with its session or its membership, and goes with the session into another organization. */
function follow(socket: OurSocket, session: SocketSession | undefined): void {
  const known = socket.data.session
  const isRemoved = known?.organizationId != null && session?.organizationId === null
  if (!session || isRemoved) return void socket.disconnect(true)
  const rooms = new Set(roomsOf(session))
  for (const room of socket.rooms) {
    if (room !== socket.id && !rooms.has(room)) void socket.leave(room)
  }
  void socket.join([...rooms])
  socket.data.session = session
}
