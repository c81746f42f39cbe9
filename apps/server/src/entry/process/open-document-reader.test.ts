import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartRefused } from '../../platform/start-refused.ts'
import { openDocumentReader } from './open-document-reader.ts'

const open = (trustedCertificates: string) =>
  openDocumentReader({ ocrModels: undefined, trustedCertificates })

test('certificates that cannot be used are refused at the start, by the name of their setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [none, odd] = [join(folder, 'none.pem'), join(folder, 'odd.pem')]
  await writeFile(none, 'no certificate')
  await writeFile(odd, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')

  for (const path of [join(folder, 'absent.pem'), none, odd]) {
    const refused = await open(path).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartRefused)
    expect(String(refused)).toContain(`RECTO_TRUSTED_CERTIFICATES: ${path} cannot be used`)
  }
})
