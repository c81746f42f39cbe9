import { buffer } from 'node:stream/consumers'
import type { FileConnector } from '@recto/provider-spec/file-connector'
import { type GoogleDrive, googleDriveProtocol } from '@recto/testkit/canned-files/google-drive'
import { startCannedService } from '@recto/testkit/canned-service'
import { describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { googleDrive } from './google-drive.ts'

const proofKind = 'recorded answers'
const good = new Set([secretKey])
const wrongToken = 'a-token-that-has-ended'
/** After a refused token, the next one is returned. */
const signedIn = (url: string, ...tokens: readonly string[]) => {
  let index = 0
  return connectorOutside({
    fetch: outsideOn(url).fetch,
    accessToken: async (options) => {
      if (options?.refused === tokens[index]) index = Math.min(index + 1, tokens.length - 1)
      return tokens[index] as string
    },
  })
}

let drive: GoogleDrive

testFileConnector({
  isAskedByHttp: true,
  provider: googleDrive,
  by: proofKind,
  async start() {
    drive = googleDriveProtocol({ tokens: good })
    const cannedService = await startCannedService(drive)
    return {
      settings: { connectorName: 'Drive' },
      outside: signedIn(cannedService.url, secretKey),
      folder: '',
      stop: cannedService.close,
    }
  },
})

testFileFailures({
  provider: googleDrive,
  by: proofKind,
  settings: {},
  outside: (url) => signedIn(url, secretKey),
  refusal: (code, message) => ({ error: { code, message, errors: [{ message, reason: 'told' }] } }),
})

describe('a drive', () => {
  const openDrive = async (...tokens: readonly string[]) => {
    drive = googleDriveProtocol({ tokens: good })
    const cannedService = await startCannedService(drive)
    const tokenList = tokens.length > 0 ? tokens : [secretKey]
    return {
      canned: cannedService,
      files: googleDrive.open({}, signedIn(cannedService.url, ...tokenList)),
    }
  }
  const listPaths = async (files: FileConnector) =>
    (await allOf(files.list(''))).map(({ path }) => path)
  const read = async (files: FileConnector, path: string) =>
    String(await buffer((await files.open(path)).bytes as AsyncIterable<Buffer>))

  test('whose token ends in the middle of a listing is asked again with a new one', async () => {
    const { canned: cannedService, files } = await openDrive(secretKey, 'the-next-token')
    for (let n = 0; n < 7; n++) drive.put({ name: `${n}.pdf`, bytes: Buffer.from('a') })
    const paths: string[] = []
    try {
      for await (const page of files.list('')) {
        paths.push(...page.map(({ path }) => path))
        good.delete(secretKey)
        good.add('the-next-token')
      }
    } finally {
      good.add(secretKey)
      await cannedService.close()
    }

    expect(paths).toEqual(Array.from({ length: 7 }, (_, n) => `${n}.pdf`))
  })

  test('that refuses the new token too says to sign in again, and shows neither', async () => {
    const { canned: cannedService, files } = await openDrive(wrongToken, 'another-that-has-ended')
    const error = await files.check().catch((thrownError: Error) => thrownError)
    await cannedService.close()

    expect(error).toMatchObject({
      code: 'unauthorised',
      message: expect.stringMatching(/Invalid Credentials.*Sign in again/),
    })
    expect(String(error)).not.toContain('ended')
  })

  test('keeps files of the same name apart, and those with a slash in their names', async () => {
    const { canned: cannedService, files } = await openDrive()
    const ids = ['first', 'second', 'third'].map((text) =>
      drive.put({ name: 'invoice.pdf', bytes: Buffer.from(text) }),
    )
    const otherFile = drive.put({ name: '2026/05 rent.pdf', bytes: Buffer.from('rent') })
    const paths = await listPaths(files)
    const texts = await Promise.all(paths.map((path) => read(files, path)))
    await cannedService.close()

    expect(paths).toEqual([
      `2026_05 rent {${otherFile}}.pdf`,
      'invoice.pdf',
      ...ids.slice(1).map((id) => `invoice {${id}}.pdf`),
    ])
    expect(texts).toEqual(['rent', 'first', 'second', 'third'])
  })

  test('gives its own documents as PDF and Excel, follows shortcuts to files, and leaves forms out', async () => {
    const { canned: cannedService, files } = await openDrive()
    const google = 'application/vnd.google-apps'
    drive.put({ name: 'Offer', mimeType: `${google}.document`, bytes: Buffer.from('as PDF') })
    drive.put({ name: 'Prices', mimeType: `${google}.spreadsheet`, bytes: Buffer.from('as Excel') })
    drive.put({ name: 'Survey', mimeType: `${google}.form` })
    const folder = drive.put({ name: 'far', mimeType: `${google}.folder` })
    const targetId = drive.put({ name: 'a.pdf', bytes: Buffer.from('far'), parents: [folder] })
    const shortcut = { targetId, targetMimeType: 'application/pdf' }
    drive.put({ name: 'near.pdf', mimeType: `${google}.shortcut`, shortcutDetails: shortcut })
    const paths = await listPaths(files)
    const texts = [
      await read(files, 'Offer.gdoc.pdf'),
      await read(files, 'Prices.gsheet.xlsx'),
      await read(files, 'near.pdf'),
    ]
    const entry = await files.find('Offer.gdoc.pdf')
    await files.remove('near.pdf')
    const left = await listPaths(files)
    const farText = await read(files, 'far/a.pdf')
    await cannedService.close()

    expect(paths).toEqual(['far', 'near.pdf', 'Offer.gdoc.pdf', 'Prices.gsheet.xlsx'])
    expect(texts).toEqual(['as PDF', 'as Excel', 'far'])
    expect(entry).toMatchObject({ size: null, contentType: 'application/pdf' })
    expect(left).toEqual(['far', 'Offer.gdoc.pdf', 'Prices.gsheet.xlsx'])
    expect(farText).toBe('far')
  })

  test('whose document is too large to be given, or that is asked too often, says so', async () => {
    const { canned: cannedService, files } = await openDrive()
    const bytes = Buffer.alloc(10_000_001)
    drive.put({ name: 'Book', mimeType: 'application/vnd.google-apps.document', bytes })
    const large = await read(files, 'Book.gdoc.pdf').catch((error) => error)
    await cannedService.close()
    const body = (reason: string) => ({
      error: { code: 403, message: 'No.', errors: [{ reason }] },
    })
    const refusalFor = (reason: string) =>
      googleDrive
        .open(
          {},
          connectorOutside({
            accessToken: async () => secretKey,
            fetch: async () => Response.json(body(reason), { status: 403 }),
          }),
        )
        .check()
        .catch((error) => error)

    expect(large).toMatchObject({ code: 'refused', message: expect.stringContaining('too large') })
    expect(await refusalFor('userRateLimitExceeded')).toMatchObject({ code: 'rate-limited' })
    expect(await refusalFor('insufficientFilePermissions')).toMatchObject({ code: 'unauthorised' })
  })

  test('in which a file was just seen elsewhere is looked through anew', async () => {
    const { canned: cannedService, files } = await openDrive()
    await files.write(
      'in/a.txt',
      (async function* () {
        yield Buffer.from('a')
      })(),
    )
    await files.move('in/a.txt', 'done/a.txt')
    const movedText = await read(files, 'done/a.txt')
    const deletedEntry = await files.find('in/a.txt')
    await cannedService.close()

    expect(movedText).toBe('a')
    expect(deletedEntry).toBeUndefined()
  })
})
