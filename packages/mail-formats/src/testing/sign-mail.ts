import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type SecuredMails = {
  /** The content of a part of the type application/pkcs7-mime. */
  readonly signed: Buffer
  readonly encrypted: Buffer
}

/** Signs and encrypts a part of a mail with a certificate of its own, as OpenSSL does it. */
export async function secureMail(part: Uint8Array): Promise<SecuredMails> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-smime-'))
  const pathTo = (name: string) => join(folder, name)
  try {
    await writeFile(pathTo('part'), part)
    const certificate = [
      '-keyout',
      pathTo('key'),
      '-out',
      pathTo('cert'),
      '-subj',
      '/CN=Bob',
      '-days',
      '2',
    ]
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate])
    const cms = (...options: string[]) =>
      run('openssl', ['cms', ...options, '-binary', '-in', pathTo('part'), '-outform', 'DER'])
    const signer = ['-signer', pathTo('cert'), '-inkey', pathTo('key')]
    // With -stream, OpenSSL writes pieces of unknown length, as mail programs do.
    await cms('-sign', '-nodetach', '-stream', ...signer, '-out', pathTo('signed'))
    await cms('-encrypt', '-aes256', '-out', pathTo('encrypted'), '-recip', pathTo('cert'))
    return {
      signed: await readFile(pathTo('signed')),
      encrypted: await readFile(pathTo('encrypted')),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
