import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'

/** What parsers of many formats give a meaning to. */
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
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length)

const flip = fc.tuple(place, fc.nat(255)).map(
  ([share, value]): Change =>
    (bytes) => {
      const changed = Buffer.from(bytes)
      if (changed.length > 0) changed[Math.min(at(changed, share), changed.length - 1)] = value
      return changed
    },
)
const cut = fc.tuple(place, place).map(
  ([from, to]): Change =>
    (bytes) =>
      Buffer.concat([
        bytes.subarray(0, at(bytes, Math.min(from, to))),
        bytes.subarray(at(bytes, Math.max(from, to))),
      ]),
)
const truncate = place.map(
  (share): Change =>
    (bytes) =>
      bytes.subarray(0, at(bytes, share)),
)
const copy = fc.tuple(place, place, place).map(
  ([from, to, where]): Change =>
    (bytes) => {
      const part = bytes.subarray(at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to)))
      return insert(bytes, where, part)
    },
)
const repeated = fc.tuple(place, fc.constantFrom(...tokens), fc.constantFrom(1, 2, 50, 5000)).map(
  ([where, token, times]): Change =>
    (bytes) =>
      insert(bytes, where, Buffer.concat(Array<Buffer>(times).fill(token))),
)

function insert(bytes: Buffer, share: number, part: Uint8Array): Buffer {
  const where = at(bytes, share)
  return Buffer.concat([bytes.subarray(0, where), part, bytes.subarray(where)])
}

const change = fc.oneof(flip, cut, truncate, copy, repeated)

/** A few changes to the bytes of a file; of an archive, to the bytes of one of its members. */
export const mutation = fc
  .tuple(fc.array(change, { minLength: 1, maxLength: 4 }), place, fc.boolean())
  .map(([changes, share, isInside]) => (bytes: Uint8Array): Uint8Array => {
    const apply = (before: Uint8Array) =>
      changes.reduce((now: Buffer, one) => one(now), Buffer.from(before))
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
    if (!isArchive || !isInside) return apply(bytes)
    const members = Object.entries(unzipSync(bytes))
    const chosen = Math.min(Math.floor(share * members.length), members.length - 1)
    const changed = members.map(([name, content], index) => [
      name,
      index === chosen ? apply(content) : content,
    ])
    return zipSync(Object.fromEntries(changed))
  })
