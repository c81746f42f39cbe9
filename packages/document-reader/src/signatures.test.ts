import type { Reader } from '@recto/document-text/reader'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { rawPage } from './testing/raw-pdf.ts'
import { type Identity, issueCertificate, pemOf, signPdf } from './testing/sign-pdf.ts'

let root: Identity
let signer: Identity
let reader: Reader

beforeAll(async () => {
  root = await issueCertificate('Root of tests')
  signer = await issueCertificate('Ada Lovelace', root)
  reader = openReader({ trustedCertificates: pemOf(root) })
})
afterAll(() => reader.close())

async function saidOf(bytes: Uint8Array, signatureReader = reader) {
  const { values, problems } = await signatureReader.readEmbedded(bytes)
  const signatureValues = values.filter(({ source }) => source === 'signature')
  return {
    values: Object.fromEntries(signatureValues.map(({ name, value }) => [name, value])),
    problems: problems.map(({ text }) => text),
  }
}

const names = { Signer: 'Ada Lovelace', Issuer: 'Root of tests', Date: '2026-03-04' }

describe('a signature', () => {
  test('over a part of the file only proves nothing, whatever it says', async () => {
    const half = await signPdf(signer, {
      cover: ([, signatureStart = 0]) => [0, signatureStart - 400, signatureStart, 200],
    })
    const head = await signPdf(signer, {
      cover: ([first = 0, signatureStart = 0, second = 0]) => [first, signatureStart, second, 100],
    })

    expect(await saidOf(half)).toEqual({
      values: { Valid: 'false', State: 'broken' },
      problems: ['Signature 1 covers only a part of the file. The rest may have been changed.'],
    })
    expect(await saidOf(head)).toEqual({
      values: { Valid: 'false', State: 'broken', ...names },
      problems: [
        'Signature 1 is valid, but content was added to the document after it was signed.',
      ],
    })
  })

  test('is broken when one byte of the document was changed', async () => {
    const forgedBytes = Buffer.from(await signPdf(signer, { issuers: [root] }))
    forgedBytes.write('900.00', forgedBytes.indexOf('100.00'))

    expect(await saidOf(new Uint8Array(forgedBytes))).toEqual({
      values: { Valid: 'false', State: 'broken', ...names },
      problems: ['Signature 1 is invalid: the document is not the one that was signed.'],
    })
  })

  test('is broken when something stands behind it', async () => {
    const longer = Buffer.concat([await signPdf(signer), Buffer.from('% more\n')])

    expect((await saidOf(new Uint8Array(longer))).values).toMatchObject({ State: 'broken' })
  })

  test('that is no message, or of another kind, is not checked, and it says why', async () => {
    const file = Buffer.from(await signPdf(signer))
    const index = file.indexOf('/Contents<') + '/Contents<'.length
    file.write('f'.repeat(200), index)

    const odd = await saidOf(new Uint8Array(file))
    expect(odd.values).toEqual({ Valid: 'false', State: 'not checked' })
    expect(odd.problems).toEqual([expect.stringMatching(/^Signature 1 was not checked: /)])
    expect(await saidOf(await signPdf(signer, { format: 'adbe.x509.rsa_sha1' }))).toEqual({
      values: { Valid: 'false', State: 'not checked' },
      problems: ['Signature 1 has a format that cannot be checked: adbe.x509.rsa_sha1.'],
    })
  })

  test('whose issuer nobody here knows says so', async () => {
    const ignorant = openReader()
    const signed = await signPdf(signer, { issuers: [root] })
    const signatureReading = await saidOf(signed, ignorant)
    await ignorant.close()

    expect(signatureReading).toEqual({
      values: { Valid: 'false', State: 'unknown issuer', ...names },
      problems: [],
    })
    const stranger = await issueCertificate('Ada Lovelace')
    expect((await saidOf(await signPdf(stranger))).values.State).toBe('unknown issuer')
  })

  test('holds behind bytes that stand before the header, and is broken all the same when one of its own was changed', async () => {
    const initialBytes = Buffer.from('\r\nReceived: by gateway\r\n')
    const signed = await signPdf(signer, { issuers: [root] })
    const appendedPdf = Buffer.concat([initialBytes, signed])
    const forgedBytes = Buffer.from(appendedPdf)
    forgedBytes.write('900.00', forgedBytes.indexOf('100.00'))

    expect(await saidOf(new Uint8Array(forgedBytes))).toEqual({
      values: { Valid: 'false', State: 'broken', ...names },
      problems: ['Signature 1 is invalid: the document is not the one that was signed.'],
    })
    const longer = Buffer.concat([appendedPdf, Buffer.from('% more\n')])
    expect((await saidOf(new Uint8Array(longer))).values).toMatchObject({ State: 'broken' })
    expect(await saidOf(new Uint8Array(appendedPdf))).toEqual({
      values: { Valid: 'true', State: 'valid', ...names },
      problems: [],
    })
  })

  test('that holds, from a known issuer, is valid', async () => {
    expect(await saidOf(await signPdf(signer, { issuers: [root] }))).toEqual({
      values: { Valid: 'true', State: 'valid', ...names },
      problems: [],
    })
  })
})

describe('data of an XFA form', () => {
  const formWith = (data: string) =>
    rawPage('BT /F1 12 Tf 50 700 Td (Please wait) Tj ET', {
      catalogue: '/AcroForm<</Fields[]/XFA[(datasets)6 0 R]>>',
      more: [{ dictionary: '', stream: data }],
    })

  test('that declares entities or is cut off gives no more than it says', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]><xfa:datasets xmlns:xfa="u"><xfa:data><f><n>&b;</n></f></xfa:data></xfa:datasets>`
    const { values } = await reader.readEmbedded(formWith(bomb))
    expect(values.map(({ value }) => value.length)).not.toContain(1000)

    const cut = await reader.readEmbedded(formWith('<xfa:datasets><xfa:data><form1><na'))
    expect(cut.values).toEqual([])
  })

  test('is read by the paths of its fields', async () => {
    const data =
      '<xfa:datasets xmlns:xfa="u"><xfa:data><form1><buyer><name>Ada</name><note/></buyer><total>12.50</total></form1></xfa:data></xfa:datasets>'
    const { values } = await reader.readEmbedded(formWith(data))

    expect(values.map(({ source, name, value }) => [source, name, value])).toEqual([
      ['xfa', 'form1.buyer.name', 'Ada'],
      ['xfa', 'form1.total', '12.50'],
    ])
  })
})
