import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, untilItListens } from './own-ports.ts'

const program = '/usr/sbin/dovecot'

/** Whether this machine has the server: `npm run setup:test` installs it. */
export const hasDovecot = existsSync(program)

export const mailUser = 'ada@example.com'
export const mailPassword = 'open-sesame-7391'

export type DovecotServer = {
  /** Accepts STARTTLS, and passwords without encryption. */
  readonly port: number
  /** Encrypted from the start. */
  readonly tlsPort: number
  /** The certificate that it signed itself, for localhost and 127.0.0.1. */
  readonly certificate: string
  /** Adds mails to a folder, which is created if it does not exist. */
  deliver(mails: readonly (Uint8Array | string)[], folder?: string): Promise<void>
  /** The mails of a folder, each with its flags such as `S` for seen. */
  list(folder?: string): Promise<readonly { readonly flags: string; readonly content: Buffer }[]>
  /** Moves a folder's mails to another one without IMAP, so that they get new numbers. */
  moveAll(from: string, to: string): Promise<void>
  removeFolder(folder: string): Promise<void>
  /** Gives the folder a new UIDVALIDITY and all its mails new numbers, as a restored mailbox has. */
  renumber(folder: string): Promise<void>
  /** Ends the connections that are open; new ones are accepted. */
  dropConnections(): void
  stop(): Promise<void>
}

type Account = { readonly uid: number; readonly gid: number; readonly name: string }

/** Dovecot gives no process of root access to mail, so root lets another account have it. */
function findMailAccount(): Account {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { uid, gid, name: username }
  const read = (option: string) =>
    Number(execFileSync('id', [option, 'dovenull'], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g'), name: 'dovenull' }
}

type Configuration = {
  readonly home: string
  readonly account: Account
  readonly port: number
  readonly tlsPort: number
  readonly tokenAddress: string | undefined
}

/** Asks whether a token is good, and whose it is. */
const writeTokenCheck = (address: string): string => `
introspection_url = ${address}?token=
introspection_mode = get
username_attribute = email
active_attribute = active
active_value = true
`

const tokenPassdb = (home: string): string => `
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${home}/tokens.conf
}
`

const writeConfiguration = ({
  home,
  account,
  port,
  tlsPort,
  tokenAddress,
}: Configuration): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
ssl = yes
ssl_cert = <${home}/certificate.pem
ssl_key = <${home}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain${tokenAddress ? ' xoauth2 oauthbearer' : ''}
# A wrong password is refused at once, also after others.
auth_failure_delay = 0
default_login_user = ${account.name}
default_internal_user = ${account.name}
default_internal_group = ${execFileSync('id', ['-gn', account.name], { encoding: 'utf8' }).trim()}
first_valid_uid = ${account.uid}
first_valid_gid = ${account.gid}
mail_location = maildir:${home}/mail
mail_fsync = never
namespace inbox {
  inbox = yes
  separator = /
}
mail_max_userip_connections = 50
${tokenAddress ? tokenPassdb(home) : ''}
passdb {
  driver = static
  args = user=${mailUser} password=${mailPassword}
}
userdb {
  driver = static
  args = uid=${account.uid} gid=${account.gid} home=${home}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
`

type DovecotOptions = {
  /** The address that the server asks about the tokens of sign-ins, which it accepts then. */
  readonly tokenAddress?: string
}

/** Starts a Dovecot server with mails, settings and keys in a temporary folder. */
export async function startDovecot({ tokenAddress }: DovecotOptions = {}): Promise<DovecotServer> {
  const home = await mkdtemp(join(tmpdir(), 'recto-dovecot-'))
  const account = findMailAccount()
  const own = async (path: string) => {
    await mkdir(path, { recursive: true })
    await chown(path, account.uid, account.gid)
  }
  await chmod(home, 0o755)
  for (const name of ['mail', 'home', 'state']) await own(join(home, name))
  await createCertificate(home)
  const port = await freePort()
  const tlsPort = await freePort()
  const configurationFile = join(home, 'dovecot.conf')
  const configuration = { home, account, port, tlsPort, tokenAddress }
  await writeFile(configurationFile, writeConfiguration(configuration))
  if (tokenAddress) await writeFile(join(home, 'tokens.conf'), writeTokenCheck(tokenAddress))
  const server: ChildProcess = spawn(program, ['-F', '-c', configurationFile], { stdio: 'ignore' })
  await untilItListens(port, server)

  const pathOf = (folder: string) =>
    folder === 'INBOX' ? join(home, 'mail') : join(home, 'mail', `.${folder.replaceAll('/', '.')}`)
  const makeFolder = async (folder: string) => {
    for (const part of ['', 'cur', 'new', 'tmp']) await own(join(pathOf(folder), part))
  }
  let count = 0
  return {
    port,
    tlsPort,
    certificate: await readFile(join(home, 'certificate.pem'), 'utf8'),
    async deliver(mails, folder = 'INBOX') {
      await makeFolder(folder)
      for (const mail of mails) {
        const name = `${1_800_000_000 + ++count}.M${count}.test`
        const draft = join(pathOf(folder), 'tmp', name)
        await writeFile(draft, mail)
        await chown(draft, account.uid, account.gid)
        await rename(draft, join(pathOf(folder), 'new', name))
      }
    },
    async list(folder = 'INBOX') {
      const files: { flags: string; content: Buffer }[] = []
      for (const part of ['new', 'cur']) {
        const folderPath = join(pathOf(folder), part)
        for (const name of existsSync(folderPath) ? await readdir(folderPath) : [])
          files.push({
            flags: name.split(':2,')[1] ?? '',
            content: await readFile(join(folderPath, name)),
          })
      }
      return files
    },
    async moveAll(from, to) {
      await makeFolder(to)
      for (const part of ['new', 'cur'])
        for (const name of await readdir(join(pathOf(from), part)))
          await rename(join(pathOf(from), part, name), join(pathOf(to), part, name))
    },
    removeFolder: (folder) => rm(pathOf(folder), { recursive: true }),
    async renumber(folder) {
      endSessions(server)
      const isIndex = (name: string) => /^dovecot[.-](?:index|uidlist|uidvalidity)/.test(name)
      for (const name of (await readdir(pathOf(folder))).filter(isIndex))
        await rm(join(pathOf(folder), name))
    },
    dropConnections: () => endSessions(server),
    async stop() {
      const exitPromise = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await exitPromise
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Makes `certificate.pem` and `key.pem` in a folder. */
export async function createCertificate(home: string): Promise<void> {
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1'
  const kind = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30'
  const files = ['-keyout', join(home, 'key.pem'), '-out', join(home, 'certificate.pem')]
  const request = `req -x509 ${kind} ${subject}`.split(' ')
  execFileSync('openssl', request.concat(files), { stdio: 'ignore' })
}

/** Each connection has a process of its own, whose parent is the server. */
function endSessions(server: ChildProcess): void {
  const processes = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(server.pid)], {
    encoding: 'utf8',
  })
  for (const line of processes.split('\n')) {
    const [pid, name] = line.trim().split(/\s+/)
    if (name !== 'imap' && name !== 'imap-login') continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended since.
    }
  }
}
