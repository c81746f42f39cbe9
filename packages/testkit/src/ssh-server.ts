import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, untilItListens } from './own-ports.ts'

const program = '/usr/sbin/sshd'

/** Whether this machine has the server: `npm run setup:test` installs it. */
export const hasSshServer = existsSync(program)

/** The passphrase of the keys that have one. */
export const passphrase = 'the right passphrase'

export type SshServer = {
  readonly port: number
  /** The account that runs the tests: the only one that an ordinary process can let in. */
  readonly username: string
  /** A folder of its own, for files. */
  readonly folder: string
  readonly keys: {
    readonly plain: string
    readonly protected: string
    /** Lets in, but changes nothing. */
    readonly readOnly: string
    readonly unknown: string
  }
  /** Fingerprint of its host key. */
  readonly fingerprint: string
  /** Ends the connections that are open; new ones are taken. */
  dropConnections(): void
  /** Goes away and comes back on the same port, with another host key. */
  changeHostKey(): Promise<void>
  stop(): Promise<void>
}

/** An OpenSSH server of one's own with keys and settings in a folder of its own, as an ordinary process. */
export async function startSshServer(): Promise<SshServer> {
  const home = await mkdtemp(join(tmpdir(), 'recto-sshd-'))
  const { username, uid } = userInfo()
  // Folder that it changes its root to before a client signs in; it does so only as root.
  if (uid === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const folder = join(home, 'files')
  await mkdir(folder)
  const makeKey = async (name: string, words = '') => {
    const file = join(home, name)
    await rm(file, { force: true })
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', words, '-f', file])
    const [key, open] = await Promise.all([readFile(file, 'utf8'), readFile(`${file}.pub`, 'utf8')])
    return { key, open }
  }
  await makeKey('host')
  const plain = await makeKey('plain')
  const lockedKey = await makeKey('locked', passphrase)
  const readOnly = await makeKey('read-only')
  const unknownKey = await makeKey('unknown')
  const authorizedKeys = [plain.open, lockedKey.open, `command="internal-sftp -R" ${readOnly.open}`]
  await writeFile(join(home, 'known'), authorizedKeys.join(''))
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${home}/host`,
    'PidFile none',
    `AuthorizedKeysFile ${home}/known`,
    'StrictModes no',
    'PermitRootLogin yes',
    'PasswordAuthentication yes',
    'UsePAM no',
    'MaxStartups 100',
    'PrintMotd no',
    'Subsystem sftp internal-sftp',
  ]
  await writeFile(join(home, 'settings'), `${lines.join('\n')}\n`)

  let server: ChildProcess
  const start = async () => {
    server = spawn(program, ['-D', '-e', '-f', join(home, 'settings')], { stdio: 'ignore' })
    await untilItListens(port, server)
  }
  const connections = () => childrenOf(server.pid)
  const end = async () => {
    const open = connections()
    const exitPromise = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await exitPromise
    killAll(open)
  }
  await start()
  return {
    port,
    username,
    folder,
    fingerprint: fingerprintOf(join(home, 'host.pub')),
    keys: {
      plain: plain.key,
      protected: lockedKey.key,
      readOnly: readOnly.key,
      unknown: unknownKey.key,
    },
    dropConnections: () => killAll(connections()),
    async changeHostKey() {
      await end()
      await makeKey('host')
      await start()
    },
    async stop() {
      await end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const fingerprintOf = (file: string) =>
  execFileSync('ssh-keygen', ['-lf', file], { encoding: 'utf8' }).split(' ')[1] ?? ''

/** A process of the server for each connection, and theirs. */
function childrenOf(parent: number | undefined): readonly number[] {
  if (parent === undefined) return []
  const ask = () =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
  const own = found(ask)
  return own.flatMap((pid) => [pid, ...childrenOf(pid)])
}

function found(ask: () => string): readonly number[] {
  try {
    return ask().split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}
