import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/mariadbd'

/** Whether this machine has the server: `npm run setup:test` installs it. */
export const hasMariadb = existsSync(program)

export type Mariadb = {
  readonly port: number
  /** Runs SQL as its administrator. */
  run(sql: string): void
  /** The rows of a query, as texts. */
  read(sql: string): readonly (readonly string[])[]
  stop(): Promise<void>
}

/** A server of one's own in a folder of its own, as an ordinary process. */
export async function startMariadb(): Promise<Mariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-mariadb-'))
  const { username } = userInfo()
  const common = ['--no-defaults', `--datadir=${folder}/data`, `--user=${username}`]
  execFileSync('mariadb-install-db', [...common, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  })
  const port = await freePort()
  const ask = (sql: string) =>
    execFileSync(
      'mariadb',
      ['--no-defaults', `--socket=${socket}`, '-uroot', '-N', '-B', '-e', sql],
      {
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
      },
    )
  const socket = join(folder, 'server.sock')
  const server = spawn(
    program,
    [...common, `--port=${port}`, `--socket=${socket}`, '--bind-address=127.0.0.1'],
    { stdio: 'ignore' },
  )
  await answers(port, server)
  return {
    port,
    run: (sql) => {
      ask(sql)
    },
    read: (sql) => {
      const lines = ask(sql).split('\n').filter(Boolean)
      return lines.map((line) => line.split('\t'))
    },
    async stop() {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Resolves when something listens on the port. */
async function answers(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error('MariaDB has not started.')
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
