import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { hasForbiddenCharacter, localFolder } from './local-folder.ts'

let folder: string

testFileConnector({
  provider: localFolder,
  by: 'this installation',
  async start() {
    folder = await mkdtemp(join(tmpdir(), 'recto-folder-'))
    await mkdir(join(folder, 'open'))
    return {
      settings: { path: join(folder, 'open') },
      outside: connectorOutside({ folders: [join(folder, 'open')] }),
      folder: '',
      stop: async () => {},
    }
  },
})

const openFolder = (path: string, folders = [join(folder, 'open')]) =>
  localFolder.open({ path }, connectorOutside({ folders }))

test('nothing is reached but what lies in a folder that the operator has opened', async () => {
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await symlink(join(folder, 'secret.txt'), join(folder, 'open', 'link.txt'))
  await symlink(folder, join(folder, 'open', 'up'))
  await mkdir(join(folder, 'opened too'))
  const files = openFolder(join(folder, 'open'))

  await expect(openFolder(folder).check()).rejects.toThrow(/RECTO_CONNECTOR_FOLDERS/)
  await expect(openFolder(join(folder, 'opened too')).check()).rejects.toThrow(/RECTO_CONNECTOR/)
  await expect(openFolder(join(folder, 'open'), []).check()).rejects.toThrow(
    /has not allowed any folders/,
  )
  await expect(files.open('../secret.txt')).rejects.toThrow(/cannot contain “\.\.”/)
  await expect(files.open('link.txt')).rejects.toThrow(/RECTO_CONNECTOR_FOLDERS/)
  await expect(files.open('up/secret.txt')).rejects.toThrow(/RECTO_CONNECTOR_FOLDERS/)
  await expect(files.write('up/new.txt', (async function* () {})())).rejects.toThrow(/RECTO_CONN/)
  expect((await allOf(files.list(''))).map(({ path }) => path)).not.toContain('link.txt')
})

test('a file that grows while it is read is not taken for whole', async () => {
  await writeFile(join(folder, 'open', 'growing.bin'), Buffer.alloc(500_000))
  const { bytes } = await openFolder(join(folder, 'open')).open('growing.bin')
  let seenCount = 0

  await expect(
    (async () => {
      for await (const chunk of bytes) {
        if (seenCount === 0) await appendFile(join(folder, 'open', 'growing.bin'), 'more')
        seenCount += chunk.length
      }
    })(),
  ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('changed') })
  await rm(folder, { recursive: true })
})

test('on Windows no name leads to another folder or to a stream of a file', () => {
  expect(hasForbiddenCharacter('..\\..\\secret.txt', 'win32')).toBe(true)
  expect(hasForbiddenCharacter('C:', 'win32')).toBe(true)
  expect(hasForbiddenCharacter('invoice.pdf', 'win32')).toBe(false)
  expect(hasForbiddenCharacter('12:30 \\ copy.pdf', 'linux')).toBe(false)
})
