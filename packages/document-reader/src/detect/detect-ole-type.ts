import type { FileType } from './file-type.ts'

/** `docx` stands for any Open XML document that was encrypted: which one shows only with its password. */
type OleType = Extract<FileType, 'doc' | 'xls' | 'ppt' | 'msg' | 'docx'>

const streams: readonly (readonly [type: OleType, name: string])[] = [
  ['msg', '__properties_version1.0'],
  ['docx', 'EncryptedPackage'],
  ['doc', 'WordDocument'],
  ['ppt', 'PowerPoint Document'],
  ['xls', 'Workbook'],
  ['xls', 'Book'],
]

const entryBytes = 128
const noEntry = 0xffffffff
const maxSectors = 4096

/**
 * What an OLE compound file is, by the streams at the top of its directory: those of an embedded document lie
 * deeper. Of a file that is cut before its directory, the names that occur anywhere decide.
 * Layout: [MS-CFB], "Compound File Binary File Format".
 */
export function detectOleType(bytes: Uint8Array): OleType | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const names = topNames(file)
  const isNamed = (name: string) =>
    names.length > 0 ? names.includes(name) : file.includes(name, 0, 'utf16le')
  return streams.find(([, name]) => isNamed(name))?.[0]
}

function topNames(file: Buffer): string[] {
  if (file.length < 512) return []
  const directory = readDirectory(file)
  const count = Math.floor(directory.length / entryBytes)
  const names: string[] = []
  const visitedEntries = new Set<number>([noEntry])
  const open = count > 0 ? [directory.readUInt32LE(76)] : []
  for (let entryIndex = open.pop(); entryIndex !== undefined; entryIndex = open.pop()) {
    if (entryIndex >= count || visitedEntries.has(entryIndex)) continue
    visitedEntries.add(entryIndex)
    const entry = directory.subarray(entryIndex * entryBytes, (entryIndex + 1) * entryBytes)
    const nameBytes = Math.max(2, Math.min(64, entry.readUInt16LE(64)))
    names.push(entry.toString('utf16le', 0, nameBytes - 2))
    open.push(entry.readUInt32LE(68), entry.readUInt32LE(72))
  }
  return names
}

/** The sectors of the directory, as far as they are there. */
function readDirectory(file: Buffer): Buffer {
  const size = 1 << Math.min(16, file.readUInt16LE(30))
  const perSector = size / 4
  const parts: Buffer[] = []
  const visitedSectors = new Set<number>()
  let sector = file.readUInt32LE(48)
  while (
    !visitedSectors.has(sector) &&
    visitedSectors.size < maxSectors &&
    (sector + 2) * size <= file.length
  ) {
    visitedSectors.add(sector)
    parts.push(file.subarray((sector + 1) * size, (sector + 2) * size))
    const tableIndex = Math.floor(sector / perSector)
    if (tableIndex >= 109) break
    const table = file.readUInt32LE(76 + tableIndex * 4)
    const offset = (table + 1) * size + (sector % perSector) * 4
    if (offset + 4 > file.length) break
    sector = file.readUInt32LE(offset)
  }
  return Buffer.concat(parts)
}
