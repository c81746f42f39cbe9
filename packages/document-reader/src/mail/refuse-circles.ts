const endOfChain = -2
const noEntry = -1
const entryBytes = 128
const smallSectorBytes = 64
/** What is shorter lies in small sectors. */
const minBytesInSectors = 4096
const tablesInHeader = 109

const storage = 1
const stream = 2

/** Sectors that hold a table, in order: it says of each sector which one follows. */
type Table = readonly number[]

/**
 * Refuses a compound file ([MS-CFB]) whose sectors or entries lead in circles, or which claims more of them than
 * its bytes hold: whoever follows them would never come to an end.
 */
export function refuseCircles(bytes: Uint8Array): void {
  const file = new CompoundFile(bytes)
  const table = file.readTable()
  const smallTable = file.chainOf(file.numberAt(0x3c), table).slice(0, file.numberAt(0x40))
  const directory = file.chainOf(file.numberAt(0x30), table)
  const visitedSectors = new Set<number>()
  const queue = [0]
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const entryOffset = file.entryAt(index, directory)
    if (entryOffset === undefined) continue
    if (visitedSectors.has(index)) throw new Error('Its entries lead in circles.')
    visitedSectors.add(index)
    if (index === 0) file.chainOf(file.numberAt(entryOffset + 116), table)
    else file.passStream(entryOffset, smallTable)
    queue.push(...file.entriesFrom(entryOffset, index === 0))
  }
}

class CompoundFile {
  readonly #view: DataView
  readonly #sectorBytes: number
  readonly #sectors: number
  /** Each sector belongs to one chain, so all chains together are no longer than the file. */
  #left: number

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#sectorBytes = this.#view.getUint8(30) === 0x0c ? 4096 : 512
    this.#sectors = Math.ceil(bytes.byteLength / this.#sectorBytes)
    this.#left = this.#sectors + Math.ceil(bytes.byteLength / smallSectorBytes)
  }

  numberAt(offset: number): number {
    const isInside = offset >= 0 && offset + 4 <= this.#view.byteLength
    return isInside ? this.#view.getInt32(offset, true) : endOfChain
  }

  /** The table of all sectors: its first parts are listed in the header, others in sectors of their own. */
  readTable(): Table {
    const count = this.#countAt(0x2c)
    const table: number[] = []
    for (let index = 0; index < Math.min(count, tablesInHeader); index++) {
      table.push(this.numberAt(0x4c + 4 * index))
    }
    const entriesPerSector = this.#perSector - 1
    let further = this.numberAt(0x44)
    for (let left = this.#countAt(0x48); left > 0 && further >= 0; left--) {
      const start = this.#offsetOf(further)
      for (
        let entryIndex = 0;
        entryIndex < entriesPerSector && table.length < count;
        entryIndex++
      ) {
        table.push(this.numberAt(start + 4 * entryIndex))
      }
      further = this.numberAt(start + 4 * entriesPerSector)
    }
    return table
  }

  chainOf(start: number, table: Table): number[] {
    const chain: number[] = []
    for (let sector = start; sector !== endOfChain; sector = this.#nextOf(sector, table)) {
      this.#spend(1)
      chain.push(sector)
    }
    return chain
  }

  /** Returns the offset of a directory entry; undefined if there is none. */
  entryAt(index: number, directory: Table): number | undefined {
    const perDirectory = this.#sectorBytes / entryBytes
    const sector = directory[Math.floor(index / perDirectory)]
    if (sector === undefined) return undefined
    const offset = this.#offsetOf(sector) + (index % perDirectory) * entryBytes
    return offset + entryBytes <= this.#view.byteLength && offset >= 0 ? offset : undefined
  }

  /** The sectors that the entry's content takes, if it has any. */
  passStream(start: number, smallTable: Table): void {
    const size = this.numberAt(start + 120)
    if (this.#view.getUint8(start + 66) !== stream || size === 0) return
    if (size >= minBytesInSectors) this.#spend(Math.ceil(size / this.#sectorBytes))
    else this.chainOf(this.numberAt(start + 116), smallTable)
  }

  /** The entries on both sides of one and the first one in it. The root has none beside it. */
  entriesFrom(offset: number, isRoot: boolean): number[] {
    const siblings = isRoot ? [] : [this.numberAt(offset + 68), this.numberAt(offset + 72)]
    const isFolder = isRoot || this.#view.getUint8(offset + 66) === storage
    const children = isFolder ? [this.numberAt(offset + 76)] : []
    return [...siblings, ...children].filter((index) => index !== noEntry)
  }

  get #perSector(): number {
    return this.#sectorBytes / 4
  }

  #offsetOf(sector: number): number {
    return (sector + 1) * this.#sectorBytes
  }

  #countAt(offset: number): number {
    const count = this.numberAt(offset)
    if (count < 0 || count > this.#sectors) throw new Error('It has more tables than sectors.')
    return count
  }

  #nextOf(sector: number, table: Table): number {
    const holder = table[Math.floor(sector / this.#perSector)]
    if (holder === undefined) return endOfChain
    return this.numberAt(this.#offsetOf(holder) + 4 * (sector % this.#perSector))
  }

  #spend(count: number): void {
    this.#left -= count
    if (this.#left < 0) throw new Error('Its sectors lead in circles.')
  }
}
