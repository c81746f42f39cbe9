import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'

/** Tokens that have a meaning in many formats. */
const tokens = [
  '\0',
  '\xff\xfe',
  '%PDF-1.7',
  'endobj',
  'stream\n',
  '<<',
  '>>',
  '/Kids [1 0 R]',
  '-1',
  '1e999',
  '99999999999999999999',
  '<!--',
  '-->',
  '<![CDATA[',
  '<a>',
  '</a>',
  '&#x110000;',
  '&amp;',
  '"',
  '\r\n\r\n',
  '--b--',
  'Content-Type: multipart/mixed; boundary=b\r\n',
  '{',
  '[',
  ',',
  ';',
  '\\u',
  ' ',
  '\t',
  '.',
  '{{',
  '=?utf-8?B?',
  'r:id="rId1"',
  '\u202e',
  '(((',
  'PK\x03\x04',
].map((text) => Buffer.from(text, 'latin1'))

type Change = (bytes: Buffer) => Buffer

const place = fc.double({ min: 0, max: 1, noNaN: true })
const offsetAt = (bytes: Buffer, share: number) => Math.floor(share * bytes.length)

const flip = fc.tuple(place, fc.nat(255)).map(
  ([share, value]): Change =>
    (bytes) => {
      const changedBytes = Buffer.from(bytes)
      if (changedBytes.length > 0)
        changedBytes[Math.min(offsetAt(changedBytes, share), changedBytes.length - 1)] = value
      return changedBytes
    },
)
const cut = fc.tuple(place, place).map(
  ([from, to]): Change =>
    (bytes) =>
      Buffer.concat([
        bytes.subarray(0, offsetAt(bytes, Math.min(from, to))),
        bytes.subarray(offsetAt(bytes, Math.max(from, to))),
      ]),
)
const truncate = place.map(
  (share): Change =>
    (bytes) =>
      bytes.subarray(0, offsetAt(bytes, share)),
)
const copy = fc.tuple(place, place, place).map(
  ([from, to, offset]): Change =>
    (bytes) => {
      const part = bytes.subarray(
        offsetAt(bytes, Math.min(from, to)),
        offsetAt(bytes, Math.max(from, to)),
      )
      return insert(bytes, offset, part)
    },
)
const repeatToken = fc
  .tuple(place, fc.constantFrom(...tokens), fc.constantFrom(1, 2, 50, 5000))
  .map(
    ([offset, token, times]): Change =>
      (bytes) =>
        insert(bytes, offset, Buffer.concat(Array<Buffer>(times).fill(token))),
  )

function insert(bytes: Buffer, share: number, part: Uint8Array): Buffer {
  const offset = offsetAt(bytes, share)
  return Buffer.concat([bytes.subarray(0, offset), part, bytes.subarray(offset)])
}

const change = fc.oneof(flip, cut, truncate, copy, repeatToken)

/** A few changes to the bytes of a file; of an archive, to the bytes of one of its members. */
export const mutation = fc
  .tuple(fc.array(change, { minLength: 1, maxLength: 4 }), place, fc.boolean())
  .map(([changes, share, isInside]) => (bytes: Uint8Array): Uint8Array => {
    const apply = (originalBytes: Uint8Array) =>
      changes.reduce((now: Buffer, one) => one(now), Buffer.from(originalBytes))
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
    if (!isArchive || !isInside) return apply(bytes)
    const members = Object.entries(unzipSync(bytes))
    const memberIndex = Math.min(Math.floor(share * members.length), members.length - 1)
    const changedMembers = members.map(([name, content], index) => [
      name,
      index === memberIndex ? apply(content) : content,
    ])
    return zipSync(Object.fromEntries(changedMembers))
  })
