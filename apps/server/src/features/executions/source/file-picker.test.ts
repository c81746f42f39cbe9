import type { FileEntry } from '@recto/provider-spec/file-connector'
import { expect, test } from 'vitest'
import { createFilePicker } from './file-picker.ts'

const createFile = (minute: number, path = `f${minute}`): FileEntry => ({
  path,
  kind: 'file',
  size: 1,
  contentType: null,
  modifiedAt: new Date(Date.UTC(2026, 0, 1) + minute * 60_000),
  version: null,
})

/** Files of every minute, in shuffled order. */
const createShuffledFiles = (count: number) =>
  Array.from({ length: count }, (_, i) => createFile((i * 7919) % count))

test.each([
  ['oldest_first', ['f0', 'f1', 'f2'], 'f1099'],
  ['newest_first', ['f19999', 'f19998', 'f19997'], 'f18900'],
] as const)(
  '%s: selects the first hundred of 20,000 files, and some spare ones',
  (order, first, last) => {
    const picker = createFilePicker(order, 100)
    const files = createShuffledFiles(20_000)
    for (let start = 0; start < files.length; start += 40)
      picker.add(files.slice(start, start + 40))
    const paths = picker.sortedFiles.map(({ path }) => path)

    expect(paths.slice(0, 3)).toEqual(first)
    expect([paths.length, paths.at(-1)]).toEqual([1100, last])
  },
)

test('sorts files with the same time by path, and files without a time first', () => {
  const picker = createFilePicker('oldest_first', 10)
  picker.add([createFile(1, 'b'), createFile(1, 'a'), { ...createFile(0, 'c'), modifiedAt: null }])

  expect(picker.sortedFiles.map(({ path }) => path)).toEqual(['c', 'a', 'b'])
})
