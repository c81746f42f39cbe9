import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

export type Product = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly admin: { readonly username: string; readonly password: string }
  /** Where it keeps its data. */
  readonly dataDir: string
  /** What it has told the person who started it. */
  output(): string
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/** Starts the product as `npm start` does, on a new data folder and a free port, as it comes or with more settings. */
export async function startProduct(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-e2e-'))
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
      ...more,
    },
  })
  const exited = once(child, 'exit')
  let output = ''

  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }

  const ready = new Promise<string>((resolve) => {
    const hear = (text: string) => {
      output += text
      // Its last line is the sample's call, which follows the address.
      const [, origin] = /Recto is ready: (\S+)[\s\S]*\ncurl .*\n/.exec(output) ?? []
      if (origin) resolve(origin)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
  })
  const origin = await Promise.race([ready, exited.then(() => undefined)])
  if (origin === undefined) {
    await stop()
    throw new Error(`The product did not start:\n${output}`)
  }
  return { origin, admin, dataDir, output: () => output, stop }
}
