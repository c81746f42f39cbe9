import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ReadError } from '@recto/document-text/read-error'

export type LanguageData = {
  /** As Tesseract calls it, such as `deu` or `chi_sim`. */
  readonly name: string
  /** The gzipped weights. */
  readonly file: string
}

/** The bibliographic codes of ISO 639-2, and others, whose weights have another name. */
const namesByCode: Readonly<Record<string, string>> = {
  alb: 'sqi',
  arm: 'hye',
  baq: 'eus',
  bur: 'mya',
  chi: 'chi_sim',
  cze: 'ces',
  dut: 'nld',
  fre: 'fra',
  geo: 'kat',
  ger: 'deu',
  gre: 'ell',
  ice: 'isl',
  mac: 'mkd',
  mao: 'mri',
  may: 'msa',
  nno: 'nor',
  nob: 'nor',
  per: 'fas',
  rum: 'ron',
  slo: 'slk',
  tib: 'bod',
  wel: 'cym',
  zho: 'chi_sim',
}

/** Small, whole-number weights of the best networks. */
const flavour = '4.0.0_best_int'
const wellFormed = /^[a-z]{3}(_[a-z]{3,5}){0,2}$/
const maxLanguages = 4

/**
 * The weights of a language, or of several joined by `+`, from the packages that are installed; nothing is
 * ever downloaded. Throws `ReadError` (`language-missing`) that names the package to add.
 */
export function findLanguages(
  codes: string,
  require: Pick<NodeJS.Require, 'resolve'> = createRequire(import.meta.url),
): LanguageData[] {
  const names = codes
    .toLowerCase()
    .split('+')
    .map((code) => code.trim())
    .map((code) => namesByCode[code] ?? code)
  if (names.length > maxLanguages || !names.every((name) => wellFormed.test(name)))
    throw new ReadError(
      'language-missing',
      `“${codes}” is not a language that text can be recognised in. Use three-letter ISO 639-2 codes such as eng or deu, up to ${maxLanguages} joined by +.`,
    )
  return [...new Set(names)].map((name) => ({ name, file: findWeights(name, require) }))
}

function findWeights(name: string, require: Pick<NodeJS.Require, 'resolve'>): string {
  const packageName = `@tesseract.js-data/${name}`
  const file = resolveWeights(packageName, name, require)
  if (file) return file
  throw new ReadError(
    'language-missing',
    `Text in the language “${name}” cannot be recognised yet. Add its package with: npm install ${packageName}`,
  )
}

function resolveWeights(
  packageName: string,
  name: string,
  require: Pick<NodeJS.Require, 'resolve'>,
): string | undefined {
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`))
    const file = join(folder, flavour, `${name}.traineddata.gz`)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
