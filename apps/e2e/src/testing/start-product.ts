import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** The last lines of a start: of the first one, which shows the sample's key, and of later ones. */
const readyPattern =
  /Recto is ready: (\S+)[\s\S]*\n(?:curl|A sample API for invoices is ready\. API) .*\n/

export type Product = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** The link that a first start prints, which signs the admin in once. */
  readonly firstLink: string | undefined
  readonly admin: { readonly username: string; readonly password: string }
  /** Data folder of the product. */
  readonly dataDir: string
  /** Stops the product and keeps its data. */
  shutDown(): Promise<void>
  /** Stops the product and deletes its data. */
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/**
 * Starts the product as `npm start` does, on a free port. Without settings it starts with a copy of a
 * data folder that has been set up already, which saves most of the time of a start; with settings it
 * starts with an empty one.
 */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const isDefault = Object.keys(settings).length === 0
  return isDefault ? startPreparedProduct() : launchProduct(await createDataDir(), settings)
}

/** Starts the product with a copy of a data folder that default settings have set up. */
export async function startPreparedProduct(settings: Settings = {}): Promise<Product> {
  const dataDir = await createDataDir()
  await copyDataDir(inject('preparedDataDir'), dataDir)
  return launchProduct(dataDir, settings)
}

export const createDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'recto-e2e-'))

/** Copies the data folder of a stopped product. Files keep their owners, because PostgreSQL runs as another user. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', '--reflink=auto', `${from}/.`, to])
}

/** Starts the product with a data folder and waits until it is ready. */
export async function launchProduct(dataDir: string, settings: Settings): Promise<Product> {
  const admin = { username: 'admin', password: 'correct horse battery' }
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['apps/server/src/entry/start.ts'], {
    cwd: repository,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      PORT: '0',
      RECTO_DATA_DIR: dataDir,
      RECTO_ADMIN_PASSWORD: admin.password,
      ...settings,
    },
  })
  const exitPromise = once(child, 'exit')
  let output = ''

  const shutDown = async () => {
    child.kill('SIGTERM')
    await exitPromise
  }
  const stop = async () => {
    await shutDown()
    await rm(dataDir, { recursive: true, force: true })
  }

  const ready = new Promise<string>((resolve) => {
    const addOutput = (text: string) => {
      output += text
      const [, origin] = readyPattern.exec(output) ?? []
      if (origin) resolve(origin)
    }
    child.stdout.setEncoding('utf8').on('data', addOutput)
    child.stderr.setEncoding('utf8').on('data', addOutput)
  })
  const origin = await Promise.race([ready, exitPromise.then(() => undefined)])
  if (origin === undefined) {
    await stop()
    throw new Error(`The product did not start:\n${output}`)
  }
  const [firstLink] = /http\S+\/login\/link\S+/.exec(output) ?? []
  return { origin, firstLink, admin, dataDir, shutDown, stop }
}
