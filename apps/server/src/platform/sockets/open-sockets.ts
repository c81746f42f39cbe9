import type { Server as HttpServer } from 'node:http'
import { openSocket } from '@recto/contract/server/sockets'
import { socketLimits } from '@recto/contract/wire/limits'
import { Server, type ServerOptions, type Socket } from 'socket.io'
import type { Config } from '../config/config.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import { isOwnOrigin } from '../is-own-origin.ts'
import type { Log } from '../log/log.ts'
import { routePolicyOf } from '../policy/route-policy-of.ts'
import { createStuckConnectionCloser } from './close-stuck-connections.ts'
import { separateUpgrades } from './separate-upgrades.ts'
import {
  type SocketChannel,
  type SocketPerson,
  type SocketSession,
  type Sockets,
  sessionChangedEvent,
} from './sockets.ts'

type SocketServerOptions = {
  readonly server: HttpServer
  readonly config: Pick<Config, 'publicUrl'>
  readonly events: Pick<Events, 'subscribe'>
  readonly log: Pick<Log, 'warn'>
  /** Finds the live session of a browser's cookies. */
  findSession(cookies: string | undefined): Promise<SocketSession | undefined>
  /** Returns those of the sessions that are still live. */
  findLiveSessions(tokenHashes: readonly string[]): Promise<readonly SocketSession[]>
  /** Sessions that expire are not announced, so they are checked at this interval. */
  readonly checkIntervalSeconds?: number
}

type SocketServer = Sockets & { close(): void }
type SendMessage = (message: { readonly data: unknown }) => void
type ServerEvents = { readonly [event: string]: SendMessage }
type BrowserSocket = Socket<object, ServerEvents, object, { session?: SocketSession }>

const getSessionRoom = (logEventsId: string) => `session/${logEventsId}`
const getChannelRoom = ({ organizationId, logEventsId }: SocketChannel) =>
  `channel/${organizationId}/${logEventsId}`
const getOrganizationRoom = (organizationId: number) => `organization/${organizationId}`
const getPersonRoom = ({ organizationId, userId }: SocketPerson) =>
  `person/${organizationId}/${userId}`

function getRooms({ logEventsId, organizationId, userId }: SocketSession): string[] {
  const rooms = [getSessionRoom(logEventsId)]
  if (organizationId === null) return rooms
  const personRoom = getPersonRoom({ organizationId, userId })
  const channelRoom = getChannelRoom({ organizationId, logEventsId })
  return [...rooms, getOrganizationRoom(organizationId), personRoom, channelRoom]
}

/** Serves the WebSockets of signed-in browsers, which only receive. */
export function openSockets(options: SocketServerOptions): SocketServer {
  const { server, config, events, log, checkIntervalSeconds = 30 } = options
  // Access is checked below; this asserts that there is a route policy, as for any route.
  routePolicyOf(openSocket)
  const io = new Server<object, ServerEvents, object, BrowserSocket['data']>(
    buildServerOptions(config),
  )
  io.attach(separateUpgrades(server, openSocket.path))
  const listRooms = () => io.of('/').adapter.rooms

  io.use(async (socket, next) => {
    try {
      const session = await options.findSession(socket.handshake.headers.cookie)
      if (session) socket.data.session = session
      next()
    } catch (error) {
      log.warn({ reason: describeFailure(error) }, 'the session of a socket could not be read')
      next(new Error('Try again in a moment.'))
    }
  })

  io.on('connection', async (socket) => {
    const { session } = socket.data
    const sessionSockets = session && listRooms().get(getSessionRoom(session.logEventsId))
    // Our client treats this as final and does not reconnect.
    if (!session || (sessionSockets?.size ?? 0) >= socketLimits.perSession)
      return socket.disconnect(true)
    await socket.join(getRooms(session))
    // Our client never sends anything.
    socket.onAny(() => socket.disconnect(true))
    // The session may have ended since the check.
    await refreshSockets([socket])
  })

  const refreshSockets = async (sockets: readonly BrowserSocket[]) => {
    const tokenHashes = sockets.flatMap(({ data }) => data.session?.tokenHash ?? [])
    if (tokenHashes.length === 0) return
    const liveSessions = new Map(
      (await options.findLiveSessions(tokenHashes)).map((session) => [session.tokenHash, session]),
    )
    for (const socket of sockets)
      updateSocket(socket, liveSessions.get(socket.data.session?.tokenHash ?? ''))
  }
  const refreshSafely = (sockets: readonly BrowserSocket[]) =>
    refreshSockets(sockets).catch((error: unknown) => {
      log.warn({ reason: describeFailure(error) }, 'the sessions of sockets could not be checked')
    })
  const listSockets = () => [...io.of('/').sockets.values()]
  const unsubscribe = events.subscribe(sessionChangedEvent, ({ id }) => {
    void refreshSafely(listSockets().filter(({ data }) => data.session?.id === id))
  })
  const timer = setInterval(
    () => void refreshSafely(listSockets()),
    checkIntervalSeconds * 1000,
  ).unref()

  const closeIfStuck = createStuckConnectionCloser()
  const hasRoom = (room: string) => listRooms().has(room)
  const sendToRoom = (room: string, event: string, data: unknown) => {
    io.to(room).emit(event, { data })
    for (const id of listRooms().get(room) ?? []) closeIfStuck(io.of('/').sockets.get(id)?.conn)
  }
  return {
    hasOrganization: (id) => hasRoom(getOrganizationRoom(id)),
    listConnectedUsers: (id) =>
      listUserIds(listSockets().filter(({ rooms }) => rooms.has(getOrganizationRoom(id)))),
    hasPerson: (person) => hasRoom(getPersonRoom(person)),
    hasSession: (channel) => hasRoom(getChannelRoom(channel)),
    sendToPerson: (person, event, data) => sendToRoom(getPersonRoom(person), event, data),
    sendToSession: (channel, event, data) => sendToRoom(getChannelRoom(channel), event, data),
    close() {
      clearInterval(timer)
      unsubscribe()
      io.engine.close()
    },
  }
}

const buildServerOptions = (config: SocketServerOptions['config']): Partial<ServerOptions> => ({
  path: openSocket.path.replace(/\/$/, ''),
  transports: ['websocket'],
  serveClient: false,
  maxHttpBufferSize: socketLimits.bytesOfMessage,
  connectTimeout: socketLimits.secondsToConnect * 1000,
  allowRequest: ({ headers }, decide) => decide(null, isOwnOrigin(headers, config)),
})

const listUserIds = (sockets: readonly BrowserSocket[]): number[] => [
  ...new Set(sockets.flatMap(({ data }) => data.session?.userId ?? [])),
]

/**
 * Disconnects a socket whose session or membership has ended, and moves it along if the session
 * changed its organization.
 */
function updateSocket(socket: BrowserSocket, session: SocketSession | undefined): void {
  const previousSession = socket.data.session
  const isRemoved = previousSession?.organizationId != null && session?.organizationId === null
  if (!session || isRemoved) return void socket.disconnect(true)
  const rooms = new Set(getRooms(session))
  for (const room of socket.rooms) {
    if (room !== socket.id && !rooms.has(room)) void socket.leave(room)
  }
  void socket.join([...rooms])
  socket.data.session = session
}
