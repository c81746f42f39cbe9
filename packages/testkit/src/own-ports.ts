import type { ChildProcess } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'

/** One that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Resolves when something listens on the port. */
export async function untilItListens(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`${server.spawnfile} has not started.`)
    const isThere = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => done(true))
      socket.once('error', () => done(false))
      socket.once('close', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((done) => setTimeout(done, 50))
  }
}
