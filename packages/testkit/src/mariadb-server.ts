import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, untilItListens } from './own-ports.ts'

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
  await untilItListens(port, server)
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
      const exitPromise = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await exitPromise
      await rm(folder, { recursive: true, force: true })
    },
  }
}
