import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../../platform/app-error.ts'
import { openDocumentReader } from './open-document-reader.ts'

const open = (trustedCertificates: string) =>
  openDocumentReader({ ocrModels: undefined, readsAttachments: true, trustedCertificates })

test('refuses unusable certificates at startup, naming the setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const missingPath = join(folder, 'none.pem')
  const invalidPath = join(folder, 'odd.pem')
  await writeFile(missingPath, 'no certificate')
  await writeFile(invalidPath, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')

  for (const path of [join(folder, 'absent.pem'), missingPath, invalidPath]) {
    const startError = await open(path).catch((error: unknown) => error)
    expect(startError).toBeInstanceOf(StartupError)
    expect(String(startError)).toContain(`RECTO_TRUSTED_CERTIFICATES: ${path} cannot be used`)
  }
})
