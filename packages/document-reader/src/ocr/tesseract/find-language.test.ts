import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLanguages, hasLanguages } from './find-language.ts'

/** An installation that holds the weights of some languages. */
function installed(...names: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'recto-packages-'))
  for (const name of names) {
    mkdirSync(join(root, name, '4.0.0_best_int'), { recursive: true })
    writeFileSync(join(root, name, '4.0.0_best_int', `${name}.traineddata.gz`), '')
  }
  const resolve = (id: string) => {
    const [, name = ''] = /^@tesseract\.js-data\/(\w+)\/package\.json$/.exec(id) ?? []
    if (!names.includes(name)) throw new Error(`Cannot find module '${id}'`)
    return join(root, name, 'package.json')
  }
  return { resolve: Object.assign(resolve, { paths: () => null }) }
}

test.each([
  '',
  'english',
  'xyz',
  'eng+qqq',
  '../eng',
  'eng/../../etc',
  'eng+',
  'eng+deu+fra+ita+spa',
])('what is no language, such as “%s”, is refused without looking for it', (language) => {
  const require = installed('eng')

  expect(() => findLanguages(language, require)).toThrow(
    expect.objectContaining({
      code: 'language-missing',
      message: expect.stringContaining('ISO 639-2'),
    }),
  )
})

test('a language that is not installed is refused with the package to add', () => {
  const require = installed('eng')

  expect(() => findLanguages('eng+ger', require)).toThrow(
    expect.objectContaining({
      code: 'language-missing',
      message: expect.stringContaining('npm install @tesseract.js-data/deu'),
    }),
  )
})

test('languages are found by either of their codes, several joined, each once', () => {
  const require = installed('eng', 'deu', 'chi_sim')
  const namesOf = (codes: string) => findLanguages(codes, require).map(({ name }) => name)

  expect(namesOf('ENG')).toEqual(['eng'])
  expect(namesOf('ger')).toEqual(['deu'])
  expect(namesOf('chi')).toEqual(['chi_sim'])
  expect(namesOf('eng+deu+ger')).toEqual(['eng', 'deu'])
})

test('English comes with the product', () => {
  expect(findLanguages('eng')[0]?.file).toMatch(/4\.0\.0_best_int[\\/]eng\.traineddata\.gz$/)
})

test.each(['ces', 'dan', 'deu', 'fra', 'ita', 'nld', 'pol', 'por', 'spa', 'swe'])(
  'the usual languages of Europe come with the product: %s',
  (language) => {
    expect(hasLanguages(language)).toBe(true)
  },
)

test('what is not installed is not had, and what is no language is refused', () => {
  const require = installed('eng')

  expect(hasLanguages('eng+fin', require)).toBe(false)
  expect(() => hasLanguages('xyz', require)).toThrow('three-letter ISO 639-2 codes')
})
